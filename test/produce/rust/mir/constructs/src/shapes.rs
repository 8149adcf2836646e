use std::ops::Add;

pub trait Shape {
    fn area(&self) -> f64;

    fn name(&self) -> String {
        String::from("shape")
    }
}

pub struct Circle {
    pub r: f64,
    pub tag: u8,
}

pub struct Square(pub f64);

impl Shape for Circle {
    fn area(&self) -> f64 {
        3.14 * self.r * self.r
    }
}

impl Shape for Square {
    fn area(&self) -> f64 {
        self.0 * self.0
    }
}

impl Add for Square {
    type Output = Square;

    fn add(self, other: Square) -> Square {
        Square(self.0 + other.0)
    }
}

pub fn total(shapes: &[Box<dyn Shape>]) -> f64 {
    shapes.iter().map(|s| s.area()).sum()
}

pub fn generic<T: Shape>(t: &T) -> f64 {
    t.area()
}

pub fn added(a: Square, b: Square) -> Square {
    a + b
}
