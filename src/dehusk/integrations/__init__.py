"""Ways into other people's packages, one file each; the other package is imported only there.

Each file needs the package that it is named after and nothing else, and says so (`MissingExtra`)
where that is not installed. docs/integrations.md has an example of each.
"""
