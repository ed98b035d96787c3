"""Which addresses belong to the public internet.

>>> is_public("93.184.215.14"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1")
(True, False, False)

The lists are IANA's registries of special-purpose addresses, whole: `ipaddress` follows them too, but
each Python a different year of them. Added are the addresses at which clouds keep what is secret of
a machine, where those are not special to IANA.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

_SPECIAL_IPV4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by a provider's customers; Alibaba's metadata: 100.100.100.200
        "127.0.0.0/8",  # this machine
        "168.63.129.16/32",  # Azure's wire server, public in name only
        "169.254.0.0/16",  # link-local; most clouds' metadata: 169.254.169.254
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments; Oracle's metadata: 192.0.0.192
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # multicast tunnels
        "192.88.99.0/24",  # relays from 6to4, abandoned
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and the broadcast address
    )
)

_UNICAST_IPV6 = IPv6Network("2000::/3")
"""All that was ever given out. Outside are loopback, link-local, private (AWS's, Google's and
Scaleway's metadata), multicast, local NAT64 and what has no meaning yet."""

_SPECIAL_IPV6 = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID, AS112, drones
        "2001:db8::/32",  # documentation
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)

_EMBEDDING_LAST = tuple(
    IPv6Network(network)
    for network in (
        "::ffff:0:0/96",  # IPv4-mapped: the system speaks IPv4
        "64:ff9b::/96",  # NAT64: all of the web, where there is no IPv4
    )
)
"""Networks that are the IPv4 address in their last 32 bits, and nothing else."""

_ISATAP = (0x0000_5EFE, 0x0200_5EFE)
"""What stands before the IPv4 address at the end of an ISATAP address, in any network."""


def is_public(address: str) -> bool:
    """Whether an address, and the IPv4 address hidden in it, is of the public internet."""
    number = ip_address(address)
    if isinstance(number, IPv4Address):
        return not any(number in network for network in _SPECIAL_IPV4)
    last = IPv4Address(int(number) & 0xFFFF_FFFF)
    if any(number in network for network in _EMBEDDING_LAST):
        return is_public(str(last))
    is_special = any(number in network for network in _SPECIAL_IPV6)
    if is_special or number not in _UNICAST_IPV6:
        return False
    return all(is_public(str(v4)) for v4 in _tunnel_ends(number, last))


def _tunnel_ends(number: IPv6Address, last: IPv4Address) -> list[IPv4Address]:
    """Where packets to an address may be sent by IPv4: by 6to4, and by ISATAP."""
    ends = [number.sixtofour] if number.sixtofour is not None else []
    if int(number) >> 32 & 0xFFFF_FFFF in _ISATAP:
        ends.append(last)
    return ends
