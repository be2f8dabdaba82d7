//! Converts certificates and cipher suites to the form of `ssl`.

use rustls::{ProtocolVersion, SupportedCipherSuite};
use std::net::{Ipv4Addr, Ipv6Addr};
use tensorcell_language::{Exc, Raise, Result, Value};
use x509_parser::extensions::{DistributionPointName, GeneralName, ParsedExtension};
use x509_parser::prelude::{ASN1Time, FromDer, X509Certificate};
use x509_parser::x509::X509Name;

pub fn version(version: ProtocolVersion) -> &'static str {
    match version {
        ProtocolVersion::TLSv1_2 => "TLSv1.2",
        ProtocolVersion::TLSv1_3 => "TLSv1.3",
        _ => "unknown",
    }
}

/// Returns a cipher suite's OpenSSL name, protocol version and key bits.
pub fn suite(suite: SupportedCipherSuite) -> Value {
    let name = format!("{:?}", suite.suite());
    let bits = if name.contains("AES_128") { 128 } else { 256 };
    let (name, version) = match name.strip_prefix("TLS13_") {
        Some(rest) => (format!("TLS_{rest}"), "TLSv1.3"),
        None => (before_tls13(&name), "TLSv1.2"),
    };
    Value::tuple(vec![Value::from(name), Value::str(version), Value::Int(bits)])
}

/// Converts TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 to ECDHE-RSA-AES128-GCM-SHA256.
fn before_tls13(name: &str) -> String {
    let name = name.trim_start_matches("TLS_").replace("_WITH_", "-").replace("AES_", "AES");
    name.replace('_', "-").trim_end_matches("CHACHA20-POLY1305-SHA256").to_owned()
        + if name.ends_with("CHACHA20_POLY1305_SHA256") { "CHACHA20-POLY1305" } else { "" }
}

/// Returns (the pairs of `getpeercert()`, whether it belongs to an authority, whether it is self-signed).
pub fn facts(der: &[u8]) -> Result<Value> {
    let (_, parsed) = X509Certificate::from_der(der).map_err(|_| Raise::new(Exc::ValueError, "not a certificate"))?;
    let mut rows = vec![
        ("subject", name(parsed.subject())),
        ("issuer", name(parsed.issuer())),
        ("version", Value::Int(i64::from(parsed.version().0) + 1)),
        ("serialNumber", Value::from(serial(parsed.raw_serial()))),
        ("notBefore", Value::from(date(parsed.validity().not_before))),
        ("notAfter", Value::from(date(parsed.validity().not_after))),
    ];
    for extension in parsed.extensions() {
        rows.extend(extension_rows(extension.parsed_extension()));
    }
    let rows = rows.into_iter().map(|(key, value)| Value::pair(Value::str(key), value)).collect();
    let signed_itself = parsed.subject() == parsed.issuer();
    Ok(Value::tuple(vec![Value::list(rows), Value::from(parsed.is_ca()), Value::from(signed_itself)]))
}

fn extension_rows(extension: &ParsedExtension<'_>) -> Vec<(&'static str, Value)> {
    match extension {
        ParsedExtension::SubjectAlternativeName(names) => {
            vec![("subjectAltName", Value::tuple(names.general_names.iter().map(general_name).collect()))]
        }
        ParsedExtension::AuthorityInfoAccess(access) => {
            let places = |oid: &str| {
                let of_kind = access.accessdescs.iter().filter(|one| one.access_method.to_id_string() == oid);
                Value::tuple(of_kind.filter_map(|one| uri(&one.access_location)).collect())
            };
            let rows = [("OCSP", places("1.3.6.1.5.5.7.48.1")), ("caIssuers", places("1.3.6.1.5.5.7.48.2"))];
            rows.into_iter().filter(|(_, found)| matches!(found, Value::Tuple(all) if !all.is_empty())).collect()
        }
        ParsedExtension::CRLDistributionPoints(points) => {
            let names = points.points.iter().filter_map(|point| match &point.distribution_point {
                Some(DistributionPointName::FullName(names)) => Some(names),
                _ => None,
            });
            vec![("crlDistributionPoints", Value::tuple(names.flatten().filter_map(uri).collect()))]
        }
        _ => Vec::new(),
    }
}

fn uri(name: &GeneralName<'_>) -> Option<Value> {
    match name {
        GeneralName::URI(text) => Some(Value::str(*text)),
        _ => None,
    }
}

fn general_name(found: &GeneralName<'_>) -> Value {
    let (kind, value) = match found {
        GeneralName::DNSName(text) => ("DNS", Value::str(*text)),
        GeneralName::RFC822Name(text) => ("email", Value::str(*text)),
        GeneralName::URI(text) => ("URI", Value::str(*text)),
        GeneralName::IPAddress(bytes) => ("IP Address", Value::from(address(bytes))),
        GeneralName::DirectoryName(found) => ("DirName", name(found)),
        GeneralName::RegisteredID(oid) => ("Registered ID", Value::from(oid.to_id_string())),
        _ => ("othername", Value::str("<unsupported>")),
    };
    Value::pair(Value::str(kind), value)
}

fn address(bytes: &[u8]) -> String {
    if let Ok(bytes) = <[u8; 4]>::try_from(bytes) {
        return Ipv4Addr::from(bytes).to_string();
    }
    match <[u8; 16]>::try_from(bytes) {
        Ok(bytes) => Ipv6Addr::from(bytes).segments().map(|part| format!("{part:X}")).join(":"),
        Err(_) => "<invalid>".to_owned(),
    }
}

fn name(name: &X509Name<'_>) -> Value {
    let parts = name.iter_rdn().map(|part| {
        let pairs = part.iter().map(|attribute| {
            let value = attribute
                .as_str()
                .map_or_else(|_| String::from_utf8_lossy(attribute.as_slice()).into_owned(), str::to_owned);
            Value::pair(Value::from(attribute_name(&attribute.attr_type().to_id_string())), Value::from(value))
        });
        Value::tuple(pairs.collect())
    });
    Value::tuple(parts.collect())
}

/// Returns OpenSSL's long name of an attribute. Unknown ones stay numbers.
fn attribute_name(oid: &str) -> String {
    let name = match oid {
        "2.5.4.3" => "commonName",
        "2.5.4.4" => "surname",
        "2.5.4.5" => "serialNumber",
        "2.5.4.6" => "countryName",
        "2.5.4.7" => "localityName",
        "2.5.4.8" => "stateOrProvinceName",
        "2.5.4.9" => "streetAddress",
        "2.5.4.10" => "organizationName",
        "2.5.4.11" => "organizationalUnitName",
        "2.5.4.12" => "title",
        "2.5.4.15" => "businessCategory",
        "2.5.4.17" => "postalCode",
        "2.5.4.42" => "givenName",
        "1.2.840.113549.1.9.1" => "emailAddress",
        "0.9.2342.19200300.100.1.25" => "domainComponent",
        "0.9.2342.19200300.100.1.1" => "userId",
        "1.3.6.1.4.1.311.60.2.1.2" => "jurisdictionStateOrProvinceName",
        "1.3.6.1.4.1.311.60.2.1.3" => "jurisdictionCountryName",
        other => other,
    };
    name.to_owned()
}

fn serial(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    let significant = digits.trim_start_matches("00");
    if significant.len() % 2 == 1 { format!("0{significant}") } else { significant.to_owned() }
}

/// Formats a date: `Aug 29 14:23:15 2018 GMT`.
fn date(moment: ASN1Time) -> String {
    let moment = moment.to_datetime();
    let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        [usize::from(u8::from(moment.month())) - 1];
    let (hour, minute, second) = moment.time().as_hms();
    format!("{month} {:>2} {hour:02}:{minute:02}:{second:02} {} GMT", moment.day(), moment.year())
}
