"""Which addresses belong to the public internet.

>>> is_public("93.184.215.14"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1")
(True, False, False)
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address


def is_public(address: str) -> bool:
    """Whether an address, or the IPv4 address hidden in it, is of the public internet."""
    number = ip_address(address)
    embedded = _embedded(number) if isinstance(number, IPv6Address) else ()
    return all(_is_global(form) for form in embedded or (number,))


def _is_global(number: IPv4Address | IPv6Address) -> bool:
    return (
        number.is_global
        and not number.is_multicast
        and not number.is_reserved
        and not any(number in network for network in _NOT_GLOBAL)
    )


_NOT_GLOBAL = (
    IPv4Network("192.0.0.0/24"),  # protocol assignments: parts of it are global to some Pythons
    IPv6Network("fec0::/10"),  # site-local: abandoned, and still routed at some sites
)

_EMBEDDING_LAST = tuple(
    IPv6Network(network)
    for network in (
        "::/96",  # IPv4-compatible, long abandoned
        "::ffff:0:0/96",  # IPv4-mapped
        "::ffff:0:0:0/96",  # IPv4-translated
        "64:ff9b::/96",  # NAT64
    )
)
"""Networks whose last 32 bits are an IPv4 address to which the system may well connect."""


def _embedded(address: IPv6Address) -> tuple[IPv4Address, ...]:
    """The IPv4 addresses that an IPv6 address stands for."""
    if any(address in network for network in _EMBEDDING_LAST):
        return (IPv4Address(int(address) & 0xFFFF_FFFF),)
    if address.sixtofour is not None:
        return (address.sixtofour,)
    return address.teredo or ()
