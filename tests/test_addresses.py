"""Which addresses a page may be read from: the guard of `fetch` and of the renderer's gate."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from dehusk.fetch.addresses import is_public

PUBLIC = """
1.1.1.1 8.8.8.8 93.184.215.14 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
168.63.129.15 168.63.129.17 172.15.255.255 172.32.0.0 192.0.1.1 192.167.255.255 198.17.255.255
198.20.0.0 223.255.255.255
2606:4700:4700::1111 2a00:1450:4001::200e 2001:200::1 2001:4860:4860::8888 2400:cb00::1
::ffff:1.1.1.1 64:ff9b::101:101 64:ff9b::8.8.8.8
2002:808:808::1 2606:4700::5efe:808:808
""".split()

SPECIAL = """
0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32
::1/128 ::/128 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32 2001:1::1/128
2001:1::2/128 2001:1::3/128 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28
2001:30::/28 2001:db8::/32 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10
ff00::/8 ::/96 ::ffff:0:0:0/96 4000::/3 8000::/1
""".split()
"""IANA's registries of special-purpose addresses, multicast, and what was never given out."""

METADATA = {
    "AWS, Google, Azure, DigitalOcean, Hetzner, OpenStack": "169.254.169.254",
    "AWS containers": "169.254.170.2",
    "AWS by IPv6": "fd00:ec2::254",
    "Google by IPv6": "fd20:ce::254",
    "Azure's wire server": "168.63.129.16",
    "Alibaba": "100.100.100.200",
    "Oracle": "192.0.0.192",
    "Tencent": "169.254.0.23",
    "Scaleway": "169.254.42.42",
    "Scaleway by IPv6": "fd00:42::42",
    "OpenStack by IPv6": "fe80::a9fe:a9fe",
}

INNER = ["127.0.0.1", "10.0.0.1", "169.254.169.254", "168.63.129.16", "192.0.0.192", "0.0.0.0"]

EMBEDDINGS = {
    "mapped": "::ffff:{dotted}",
    "compatible": "::{dotted}",
    "translated": "::ffff:0:{dotted}",
    "NAT64": "64:ff9b::{dotted}",
    "local NAT64": "64:ff9b:1::{dotted}",
    "6to4": "2002:{hex}::1",
    "Teredo, server": "2001:0:{hex}::f7f7:f7f7",
    "Teredo, client": "2001:0:808:808::{inverted}",
    "ISATAP": "2606:4700::5efe:{hex}",
    "ISATAP, unique": "2606:4700::200:5efe:{hex}",
    "ISATAP, link-local": "fe80::5efe:{hex}",
}


@pytest.mark.parametrize("address", PUBLIC)
def test_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("network", SPECIAL)
def test_special_networks_from_end_to_end(network: str) -> None:
    block = ip_network(network)
    for number in (0, 1, block.num_addresses // 2, block.num_addresses - 1):
        assert not is_public(str(block[min(number, block.num_addresses - 1)]))


@pytest.mark.parametrize("address", METADATA.values(), ids=METADATA.keys())
def test_where_clouds_keep_secrets(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("form", EMBEDDINGS.values(), ids=EMBEDDINGS.keys())
@pytest.mark.parametrize("inner", INNER)
def test_addresses_hidden_in_others(form: str, inner: str) -> None:
    number = int.from_bytes(bytes(map(int, inner.split("."))))
    forms = {"dotted": inner, "hex": _groups(number), "inverted": _groups(number ^ 0xFFFF_FFFF)}
    assert not is_public(form.format(**forms))


def _groups(number: int) -> str:
    return f"{number >> 16:x}:{number & 0xFFFF:x}"


@pytest.mark.parametrize("address", ["fe80::1%1", "fe80::1%eth0", "::1%lo"])
def test_scopes(address: str) -> None:
    assert not is_public(address)
