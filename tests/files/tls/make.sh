#!/bin/sh
# Makes the certificates that tests of TLS use: an authority, a server that it signed (with its key), and a server that signed itself.
set -e
cd "$(dirname "$0")"
work=$(mktemp -d)
key() { openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$1"; }
printf '[req]\ndistinguished_name=dn\n[dn]\n[ca]\nbasicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\n[leaf]\nsubjectAltName=DNS:localhost,DNS:*.example.test,IP:127.0.0.1\nbasicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth,clientAuth\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n[alone]\nsubjectAltName=DNS:localhost\n' >"$work/settings"
key "$work/ca.key" && key "$work/leaf.key" && key "$work/alone.key"
openssl req -x509 -new -key "$work/ca.key" -days 27000 -subj '/C=XY/O=Tests/CN=Authority of tests' -config "$work/settings" -extensions ca -out authority.pem
openssl req -new -key "$work/leaf.key" -subj '/C=XY/O=Tests/CN=localhost' -config "$work/settings" -out "$work/leaf.csr"
openssl x509 -req -in "$work/leaf.csr" -CA authority.pem -CAkey "$work/ca.key" -set_serial 0x1001 -days 26990 -extfile "$work/settings" -extensions leaf -out "$work/leaf.pem"
openssl req -x509 -new -key "$work/alone.key" -days 26990 -subj '/CN=localhost' -config "$work/settings" -extensions alone -out "$work/alone.pem"
cat "$work/leaf.key" "$work/leaf.pem" >localhost.pem
cat "$work/alone.key" "$work/alone.pem" >alone.pem
rm -r "$work"
