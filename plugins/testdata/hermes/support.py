"""Loads plugins as Hermes does, and puts programs in loci's place.

The tests need LOCI_BIN, the real program.
"""

import importlib.util
import os
import pathlib
import sys
import tempfile
import types
import unittest

PLUGINS = pathlib.Path(__file__).resolve().parents[2]


def load(folder):
    """Imports a plugin as the package "plugin"."""
    path = PLUGINS / folder
    spec = importlib.util.spec_from_file_location("plugin", path / "__init__.py", submodule_search_locations=[str(path)])
    module = importlib.util.module_from_spec(spec)
    for name in [name for name in sys.modules if name.split(".")[0] == "plugin"]:
        del sys.modules[name]
    sys.modules["plugin"] = module
    spec.loader.exec_module(module)
    return module


class Case(unittest.TestCase):
    """A test with a home, and so a memory, of its own."""

    def setUp(self):
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        os.environ["HOME"] = home.name

    def program(self, script):
        """Puts a shell script in loci's place."""
        path = pathlib.Path(os.environ["HOME"], "program")
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(0o700)
        os.environ["LOCI_BIN"] = str(path)

    def pretend(self, name, **functions):
        """Puts a module of ours in the place of one of Hermes."""
        for part in (name.split(".")[0], name):
            sys.modules[part] = types.ModuleType(part)
            self.addCleanup(sys.modules.pop, part, None)
        vars(sys.modules[name]).update(functions)
