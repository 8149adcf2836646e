//! The functions that the grammar of blocks shows.
#![allow(dead_code)]

pub struct E;
pub struct Url;
pub struct Body;
pub struct Conf {
    pub n: u32,
    pub path: String,
}
pub struct W;
pub static mut HITS: i32 = 0;

pub trait Feed {
    fn next(&mut self) -> i32;
}

impl Feed for W {
    fn next(&mut self) -> i32 {
        1
    }
}

fn parse(p: &str) -> Result<u32, E> {
    p.parse().map_err(|_| E)
}

async fn fetch(_u: Url) -> Body {
    Body
}

#[rustfmt::skip]
mod shown {
use super::{fetch, parse, Body, Conf, E, Feed, HITS, Url, W};
fn f(s: Option<u32>) -> u32 { match s { Some(n) if n > 9 => n, Some(_) => 1, None => 0 } }
fn read(p: &str) -> Result<u32, E> { let n = parse(p)?; Ok(n) }
fn twice(k: u32) -> u32 { let f = |x: u32| x + k; f(3) }
async fn get(u: Url) -> Body { fetch(u).await }
fn fill(out: &mut String, c: &mut Conf) { c.n += 1; *out = c.path.clone() }
fn hit(f: fn(i32) -> i32, w: &mut W) -> i32 { unsafe { HITS = f(7) } w.next() }
}
