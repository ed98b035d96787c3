"""Trains the models that ship with marrow. Not part of the package."""
