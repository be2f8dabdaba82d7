//! `#[tensorcell_cell::export]`: keeps the function, and adds code that converts arguments and result and registers
//! the function when the cell's library is loaded.

use proc_macro::TokenStream;
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprLit, FnArg, ItemFn, Lit, Meta, Pat, ReturnType};

/// Makes a function callable from the notebook, under its own name and with its doc comment.
///
/// Parameters can be of the types of `tensorcell_cell::get`: `View<f32>`, `ViewMut<f32>`, `DeviceView<f32>`, numbers,
/// `bool`, `String`, `Option` and `Vec` of such. It returns a type that `tensorcell_cell::put` accepts, or a `Result`
/// of it.
#[proc_macro_attribute]
pub fn export(options: TokenStream, item: TokenStream) -> TokenStream {
    let function = match syn::parse::<ItemFn>(item.clone()) {
        Ok(function) => function,
        Err(error) => return with_item(item, error),
    };
    if !options.is_empty() {
        let error = Error::new(function.sig.ident.span(), "#[export] takes no options");
        return with_item(item, error);
    }
    match expand(&function) {
        Ok(registration) => quote!(#function #registration).into(),
        Err(error) => with_item(item, error),
    }
}

/// The function and the error: keeping the function avoids follow-up errors.
fn with_item(item: TokenStream, error: Error) -> TokenStream {
    let mut output = item;
    output.extend(TokenStream::from(error.to_compile_error()));
    output
}

fn expand(function: &ItemFn) -> Result<proc_macro2::TokenStream, Error> {
    let signature = &function.sig;
    let refuse = |span, what: &str| Err(Error::new(span, format!("an exported function cannot be {what}")));
    if let Some(asyncness) = &signature.asyncness {
        return refuse(asyncness.span(), "async: block on the future inside it");
    }
    if let Some(unsafety) = &signature.unsafety {
        return refuse(unsafety.span(), "unsafe: the notebook cannot promise anything");
    }
    if !signature.generics.params.is_empty() {
        return refuse(signature.generics.span(), "generic: the notebook needs one type for each argument");
    }
    let name = &signature.ident;
    let (mut names, mut types, mut variables) = (Vec::new(), Vec::new(), Vec::new());
    for (position, argument) in signature.inputs.iter().enumerate() {
        let FnArg::Typed(argument) = argument else {
            return refuse(argument.span(), "a method");
        };
        names.push(match &*argument.pat {
            Pat::Ident(pattern) => pattern.ident.to_string(),
            _ => format!("argument{position}"),
        });
        types.push(&*argument.ty);
        variables.push(format_ident!("argument{position}"));
    }
    let type_names = types.iter().map(|name| written(&quote!(#name)));
    let result = match &signature.output {
        ReturnType::Default => "()".to_owned(),
        ReturnType::Type(_, result) => written(&quote!(#result)),
    };
    let (text, doc) = (name.to_string(), documentation(function));
    Ok(quote! {
        const _: () = {
            fn call(
                arguments: ::std::vec::Vec<::tensorcell_cell::Data>,
            ) -> ::std::result::Result<::tensorcell_cell::Data, ::tensorcell_cell::Error> {
                #[allow(unused_mut, unused_variables)]
                let mut arguments = arguments.into_iter();
                #(
                    let #variables = <#types as ::tensorcell_cell::FromNotebook>::from_notebook(
                        arguments.next().unwrap_or(::tensorcell_cell::Data::None),
                        #names,
                    )?;
                )*
                ::tensorcell_cell::IntoNotebook::into_notebook(#name(#(#variables),*))
            }
            extern "C" fn register() {
                ::tensorcell_cell::export_function(
                    #text,
                    #doc,
                    &[#((#names, #type_names, <#types as ::tensorcell_cell::FromNotebook>::WANT)),*],
                    #result,
                    call,
                );
            }
            #[used]
            #[unsafe(link_section = ".init_array")]
            static REGISTER: extern "C" fn() = register;
        };
    })
}

/// The doc comment, without the space after each `///`.
fn documentation(function: &ItemFn) -> String {
    let lines = function.attrs.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    let lines: Vec<String> = lines.map(|line| line.strip_prefix(' ').unwrap_or(&line).to_owned()).collect();
    lines.join("\n")
}

/// Formats a type without spaces between tokens.
fn written(tokens: &proc_macro2::TokenStream) -> String {
    let text = tokens.to_string();
    [
        (" < ", "<"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        (" ,", ","),
        (" :: ", "::"),
        ("( ", "("),
        (" )", ")"),
        ("& ", "&"),
    ]
    .iter()
    .fold(text, |text, (from, to)| text.replace(from, to))
}
