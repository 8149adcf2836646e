//! Every construct that the reader of built MIR must know, one function each.
use std::fmt;

pub mod examples;
pub mod shapes;

#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    Leaf,
    Node { left: Box<Tree>, value: i32, right: Box<Tree> },
    Pair(i32, u8),
}

pub static mut HITS: i32 = 0;
pub static NAME: &str = "näme\n\u{1} \"x\"";
pub const LIMIT: usize = 3 + 4;
const _: () = assert!(LIMIT == 7);

pub struct Window<'a, T> {
    pub next: &'a mut T,
    pub many: [T; 3],
}

impl<'a, T: Clone + 'a> Window<'a, T> {
    pub const WIDTH: usize = 9;

    pub fn put(&mut self, value: T) -> Option<T>
    where
        T: fmt::Debug,
    {
        *self.next = value.clone();
        self.many[0] = value;
        Some(self.many[1].clone())
    }
}

impl<'a> Iterator for Window<'a, u8> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        fn nested(x: &u8) -> u8 {
            *x
        }
        Some(nested(self.next))
    }
}

pub fn guarded(s: Option<u32>) -> u32 {
    match s {
        Some(n) if n > 9 => n,
        Some(_) => 1,
        None => 0,
    }
}

pub fn question(s: &str) -> Result<u32, std::num::ParseIntError> {
    let n: u32 = s.parse()?;
    Ok(n)
}

pub fn closures(k: u32) -> impl Fn(u32) -> Box<dyn Fn(u32) -> u32> {
    let add = |x: u32| x + k;
    let base = add(3);
    move |a| Box::new(move |b| a + b + base)
}

pub async fn fetch(u: &str) -> usize {
    measure(u).await + 1
}

async fn measure(u: &str) -> usize {
    u.len()
}

pub fn statics(f: fn(i32) -> i32) -> i32 {
    unsafe {
        HITS = f(7);
        HITS
    }
}

fn helper(x: i32) -> i32 {
    x + 1
}

pub fn pointers() -> i32 {
    statics(helper) + statics(|x| x * 2) + Some(1).map(helper).unwrap_or(0)
}

pub fn sum(t: &Tree) -> i32 {
    match t {
        Tree::Leaf => 0,
        Tree::Node { left, value, right } if *value > 3 => sum(left) + value + sum(right),
        Tree::Node { .. } => 1,
        Tree::Pair(a, b) => a + *b as i32,
    }
}

pub fn grow(v: i32) -> Tree {
    let mut t = Tree::Node { left: Box::new(Tree::Leaf), value: v, right: Box::new(Tree::Pair(1, b'x')) };
    if let Tree::Node { value, .. } = &mut t {
        *value += 2;
    }
    t
}

pub fn indices(v: &mut [u8; 4], w: &[u32], i: usize) -> u32 {
    v[i] = 3;
    let [a, .., b] = *v;
    let [_, rest @ ..] = w else { return 0 };
    w[i] + a as u32 + b as u32 + rest.len() as u32
}

pub fn text() -> &'static str {
    let bytes = b"byte\xff\"s\n";
    let quote = '\'';
    let sql = "SELECT * FROM t WHERE a = ';' -> {x} // scope 0 at no";
    println!("{} {bytes:?} {quote:?}", sql);
    sql
}

pub fn strings(c: &str, d: char) -> i32 {
    match (c, d) {
        ("aa", 'a'..='z') => -1,
        ("b, [x] => bb3", '"') => 2,
        _ => i32::MIN,
    }
}

pub fn callables(f: impl Fn(i32) -> i32, g: &mut dyn FnMut(&str) -> bool, h: Box<dyn FnOnce()>) -> i32 {
    h();
    if g("x") {
        f(1)
    } else {
        0
    }
}

extern "C" {
    fn getpid() -> i32;
    static environ: *const u8;
}

pub fn foreign() -> i32 {
    unsafe { getpid() + *environ as i32 }
}

macro_rules! made {
    ($name:ident, $t:ty) => {
        pub fn $name(x: $t) -> $t {
            if x > 3 {
                panic!("big {x}")
            }
            x.wrapping_add(1)
        }
    };
}
made!(made_small, u8);
made!(made_large, u16);

pub union Bits {
    pub int: u32,
    pub float: f32,
}

pub fn reinterpret(bits: Bits) -> f32 {
    unsafe { bits.float + 1.5e3 }
}

thread_local! {
    static COUNT: std::cell::Cell<u32> = const { std::cell::Cell::new(3) };
}

pub fn counted() -> u32 {
    COUNT.with(|c| {
        c.set(c.get() + 1);
        c.get()
    })
}

pub fn loops(n: u32) -> u32 {
    let mut acc = 0u32;
    'outer: for i in 0..n {
        let mut j = i;
        while j > 0 {
            if j == 5 {
                continue 'outer;
            }
            if acc > 100 {
                break 'outer;
            }
            j -= 1;
            acc += j;
        }
    }
    acc
}

pub fn raw(p: *mut shapes::Circle) -> f64 {
    unsafe {
        (*p).r = 3.0;
        let q = std::ptr::addr_of_mut!((*p).r);
        *q
    }
}

pub fn promoted() -> &'static [i32] {
    &[1, 2, 3]
}

pub fn updated(c: shapes::Circle) -> shapes::Circle {
    shapes::Circle { r: 1.0, ..c }
}

pub fn negative(x: i8) -> bool {
    matches!(x, -3 | 4)
}

pub fn assembled(x: u64) -> u64 {
    let mut y = x;
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::asm!("add {0}, 1", "nop", inout(reg) y);
    }
    y
}

pub fn forever() -> ! {
    loop {}
}
