# Addresses and networks, and what is refused.
print(ip_network("192.168.0.0/29"), list(ip_network("192.168.0.0/30").hosts()), ip_address("::1").is_loopback)
print(ip_address("10.0.0.1") + 5, ip_network("10.0.0.0/8").overlaps(ip_network("10.1.0.0/16")), int(ip_address("::ffff")))
print(list(ip_network("10.0.0.0/30").subnets(new_prefix=31)), ip_address("2001:db8::1").exploded, sorted({ip_address("10.0.0.2"), ip_address("9.9.9.9")}))
for bad in ("300.1.1.1", "1.2.3", "1.2.3.4/33", "::g"):
    try:
        ip_network(bad)
    except ValueError as error:
        print(error)
