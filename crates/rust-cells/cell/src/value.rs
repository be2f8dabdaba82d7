//! Conversions of numbers, text and lists in both directions.

use crate::wire::{Data, Want};
use crate::{Error, Result};

/// A type that a name of the notebook or an argument of an exported function can be converted to.
#[diagnostic::on_unimplemented(
    message = "the notebook has nothing that is a `{Self}`",
    note = "it has View<f32>, ViewMut<f32>, DeviceView<f32> and the like, numbers, bool, String, Option and Vec of them"
)]
pub trait FromNotebook: Sized {
    #[doc(hidden)]
    const WANT: Want;
    #[doc(hidden)]
    fn from_notebook(data: Data, name: &str) -> Result<Self>;
}

/// A type that can be sent to the notebook.
#[diagnostic::on_unimplemented(
    message = "the notebook does not take a `{Self}`",
    note = "it takes ndarray arrays, views, Vec and slices of numbers, numbers, bool, String, (), Option, tuples and Result"
)]
pub trait IntoNotebook {
    #[doc(hidden)]
    fn into_notebook(self) -> Result<Data>;
}

/// Describes a value for error messages.
pub(crate) fn description(data: &Data) -> String {
    match data {
        Data::None => "None".to_owned(),
        Data::Bool(value) => format!("a bool ({value})"),
        Data::Int(value) => format!("an int ({value})"),
        Data::Float(value) => format!("a float ({value})"),
        Data::Text(_) => "a str".to_owned(),
        Data::List(_) => "a list".to_owned(),
        Data::Tuple(_) => "a tuple".to_owned(),
        Data::Tensor(_) | Data::Array { .. } | Data::Held(..) => "a tensor".to_owned(),
    }
}

fn wrong<T>(data: &Data, name: &str, asked: &str) -> Result<T> {
    Err(Error(format!("{name} is {}, and a Rust {asked} was asked for", description(data))))
}

macro_rules! integers {
    ($($t:ty),+) => {$(
        impl FromNotebook for $t {
            const WANT: Want = Want::Value;
            fn from_notebook(data: Data, name: &str) -> Result<$t> {
                match data {
                    Data::Int(value) => <$t>::try_from(value).map_err(|_| {
                        Error(format!("{name} is {value}, which a Rust {} cannot hold", stringify!($t)))
                    }),
                    other => wrong(&other, name, stringify!($t)),
                }
            }
        }
        impl IntoNotebook for $t {
            fn into_notebook(self) -> Result<Data> {
                i64::try_from(self).map(Data::Int).map_err(|_| {
                    Error(format!("{self} is larger than the integers that Rust gives a notebook, of 64 bits"))
                })
            }
        }
    )+};
}
integers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

macro_rules! floats {
    ($($t:ty),+) => {$(
        impl FromNotebook for $t {
            const WANT: Want = Want::Value;
            fn from_notebook(data: Data, name: &str) -> Result<$t> {
                match data {
                    Data::Float(value) => Ok(value as $t),
                    Data::Int(value) => Ok(value as $t),
                    other => wrong(&other, name, stringify!($t)),
                }
            }
        }
        impl IntoNotebook for $t {
            fn into_notebook(self) -> Result<Data> {
                Ok(Data::Float(self.into()))
            }
        }
    )+};
}
floats!(f32, f64);

impl FromNotebook for bool {
    const WANT: Want = Want::Value;
    fn from_notebook(data: Data, name: &str) -> Result<bool> {
        match data {
            Data::Bool(value) => Ok(value),
            other => wrong(&other, name, "bool"),
        }
    }
}

impl FromNotebook for String {
    const WANT: Want = Want::Value;
    fn from_notebook(data: Data, name: &str) -> Result<String> {
        match data {
            Data::Text(text) => Ok(text),
            other => wrong(&other, name, "String"),
        }
    }
}

impl<T: FromNotebook> FromNotebook for Vec<T> {
    const WANT: Want = T::WANT;
    fn from_notebook(data: Data, name: &str) -> Result<Vec<T>> {
        match data {
            Data::List(items) | Data::Tuple(items) => {
                let item = |(i, item)| T::from_notebook(item, &format!("{name}[{i}]"));
                items.into_iter().enumerate().map(item).collect()
            }
            other => wrong(&other, name, "Vec"),
        }
    }
}

impl<T: FromNotebook> FromNotebook for Option<T> {
    const WANT: Want = T::WANT;
    fn from_notebook(data: Data, name: &str) -> Result<Option<T>> {
        match data {
            Data::None => Ok(None),
            data => T::from_notebook(data, name).map(Some),
        }
    }
}

impl IntoNotebook for () {
    fn into_notebook(self) -> Result<Data> {
        Ok(Data::None)
    }
}
impl IntoNotebook for bool {
    fn into_notebook(self) -> Result<Data> {
        Ok(Data::Bool(self))
    }
}
impl IntoNotebook for String {
    fn into_notebook(self) -> Result<Data> {
        Ok(Data::Text(self))
    }
}
impl IntoNotebook for &str {
    fn into_notebook(self) -> Result<Data> {
        Ok(Data::Text(self.to_owned()))
    }
}
impl IntoNotebook for Vec<String> {
    fn into_notebook(self) -> Result<Data> {
        self.into_iter().map(IntoNotebook::into_notebook).collect::<Result<_>>().map(Data::List)
    }
}
impl<T: IntoNotebook> IntoNotebook for Option<T> {
    fn into_notebook(self) -> Result<Data> {
        self.map_or(Ok(Data::None), T::into_notebook)
    }
}
impl<T: IntoNotebook, E: std::fmt::Display> IntoNotebook for std::result::Result<T, E> {
    fn into_notebook(self) -> Result<Data> {
        self.map_err(|error| Error(error.to_string()))?.into_notebook()
    }
}

macro_rules! tuples {
    ($($name:ident)+) => {
        impl<$($name: IntoNotebook),+> IntoNotebook for ($($name,)+) {
            fn into_notebook(self) -> Result<Data> {
                #[allow(non_snake_case)]
                let ($($name,)+) = self;
                Ok(Data::Tuple(vec![$($name.into_notebook()?),+]))
            }
        }
    };
}
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
