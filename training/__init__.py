"""Trains the models that ship with dehusk. Not part of the package."""
