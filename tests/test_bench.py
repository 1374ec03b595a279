"""8 · The commands, as a person types them: ``cosnum bench``."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest

from cosnum import BlockStats, _contenders, bench, block_stats, exact
from cosnum.__main__ import main
from cosnum._contenders import READ_ONLY, Contender, contenders, correlated, unequal_sizes
from cosnum._plot import ill_conditioned

QUICK = ["bench", "--entries", "3000", "--repeats", "1"]
needs_matplotlib = pytest.mark.skipif(find_spec("matplotlib") is None, reason="matplotlib is not installed")


class TestCommand:
    """What is printed, what is written, and the exit status."""

    def test_tables(self, capsys):
        assert main([*QUICK, "--dtype", "float32", "float64", "--threads", "2"]) == 0
        printed = capsys.readouterr().out
        assert "float32, 3,000 entries each, 2 threads" in printed
        assert "float64, 3,000 entries each, 2 threads" in printed
        for name in (READ_ONLY, "cosnum, numpy", "300 unequal blocks", "numpy.dot × 3", "numpy.einsum × 3"):
            assert printed.count(name) >= 2

    def test_json(self, capsys):
        assert main([*QUICK, "--entries", "1000", "2^11", "--dtype", "float16", "--json", "-"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert {row["entries"] for row in report["rows"]} == {1000, 2048}
        for row in report["rows"]:
            assert row["seconds"] > 0
            assert row["gigabytes_per_second"] == pytest.approx(4 * row["entries"] / row["seconds"] / 1e9)
            assert row["of_read_only"] > 0
            assert (row["relative_error"] is None) == (row["name"] == READ_ONLY)
            assert (row["relative_bound"] is not None) == row["name"].startswith("cosnum")

    def test_files(self, tmp_path, capsys):
        assert main([*QUICK, "--json", str(tmp_path / "bench.json")]) == 0
        assert json.loads((tmp_path / "bench.json").read_text("utf-8"))["rows"]
        assert "GB/s" in capsys.readouterr().out

    @needs_matplotlib
    @pytest.mark.parametrize(("name", "head"), [("bench.png", b"\x89PNG"), ("bench.svg", b"<?xml"), ("bench.pdf", b"%PDF")])
    def test_plots(self, name, head, tmp_path, capsys):
        assert main([*QUICK, "--entries", "64", "--dtype", "float32", "--plot", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(head)
        assert capsys.readouterr().err == ""

    def test_plots_without_matplotlib(self, monkeypatch, capsys):
        monkeypatch.setattr(bench, "find_spec", lambda name: None)  # noqa: ARG005
        assert main([*QUICK, "--plot", "bench.png"]) == 2
        assert "pip install 'cosnum[notebooks]'" in capsys.readouterr().err

    @pytest.mark.parametrize("wrong", [[], ["bench", "--entries", "0"], ["bench", "--dtype", "int8"], ["nothing"]])
    def test_usage_errors(self, wrong, capsys):
        with pytest.raises(SystemExit) as stopped:
            main(wrong)
        assert stopped.value.code == 2
        assert "usage: cosnum" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("text", "value"), [("1000", 1000), ("1e6", 10**6), ("2^26", 2**26), ("0", 0), ("1.5", 0), ("-3", 0), ("2^x", 0)]
    )
    def test_counts(self, text, value, capsys):
        if value:
            assert bench.count(text) == value
        else:
            with pytest.raises(SystemExit):
                main(["bench", "--entries", text])
            assert f"{text!r} is not a whole number from 1 on" in capsys.readouterr().err

    def test_an_error_beyond_its_bound_is_told_by_the_status(self, monkeypatch, capsys):
        """The control: a backend that says it is surer than it is."""

        def overconfident(x, y):
            stats = block_stats(x + 1, y)
            return BlockStats(stats.significands, stats.exponents, stats.roundings * 0)

        fields = [*_contenders._read_only(1), Contender("cosnum, wrong", overconfident)]
        monkeypatch.setattr(bench, "contenders", lambda threads: fields)  # noqa: ARG005
        assert main(QUICK) == 1
        assert "cosnum, wrong" in capsys.readouterr().out

    def test_as_a_module_when_piped(self):
        command = [sys.executable, "-m", "cosnum", *QUICK, "--dtype", "float32"]
        result = subprocess.run(command, capture_output=True, text=True, check=True)
        assert result.stderr == ""
        assert "\x1b" not in result.stdout
        assert "read only" in result.stdout


class TestWhatIsCompared:
    """The contenders do what their names say, on the inputs meant."""

    @pytest.mark.parametrize("dtype", ["float32", "float64"])
    def test_all_give_the_cosine(self, dtype):
        x, y = correlated(1000, dtype)
        true = float(exact.cosine(x, y))
        assert 0.5 < true < 0.7
        for field in contenders(2):
            answer = field.run(field.prepare(x), field.prepare(y))
            if field.name != READ_ONLY:
                assert _contenders.cosine_of(answer) == pytest.approx(true, rel=1e-4)

    def test_names_are_different(self):
        names = [(field.name, field.place) for field in contenders(1)]
        assert len(set(names)) == len(names)

    @pytest.mark.parametrize("entries", [1, 299, 10_000, 10**8])
    def test_unequal_blocks(self, entries):
        sizes = unequal_sizes(entries)
        assert len(sizes) == 300
        assert sizes.sum() == entries
        assert sizes.min() >= 0
        if entries == 10**8:
            assert sizes.min() <= 1
            assert sizes.max() > 3e6

    @pytest.mark.parametrize("condition", [1e2, 1e8, 1e16])
    def test_condition_numbers(self, condition):
        x, y = ill_conditioned(condition, np.random.default_rng(0))
        products = [Fraction(a) * Fraction(b) for a, b in zip(x.tolist(), y.tolist(), strict=True)]
        assert float(sum(map(abs, products)) / abs(sum(products))) == pytest.approx(condition, rel=0.02)

    def test_optional_peers_are_used_where_installed(self, monkeypatch):
        def distance(x, y):
            return 1 - exact.cosine(x, y)

        similarity = SimpleNamespace(cosine_similarity=lambda x, y, dim: exact.cosine(x[dim:], y[dim:]))
        modules = {
            "torch": SimpleNamespace(from_numpy=np.asarray, nn=SimpleNamespace(functional=similarity)),
            "numkong": SimpleNamespace(angular=distance),
            "scipy": None,
            "scipy.spatial.distance": SimpleNamespace(cosine=distance),
        }
        monkeypatch.setattr(_contenders, "find_spec", lambda name: modules.keys() & {name} or None)
        monkeypatch.setattr(_contenders, "import_module", modules.get)
        x, y = correlated(100, "float64")
        peers = {field.name: field for field in _contenders._peers()}
        for name in ("torch cosine_similarity", "numkong angular", "scipy distance.cosine"):
            answer = peers[name].run(peers[name].prepare(x), peers[name].prepare(y))
            assert float(answer) == pytest.approx(float(exact.cosine(x, y)))

    def test_without_numba_numpy_does_the_reading(self, monkeypatch):
        monkeypatch.setattr(_contenders, "find_spec", lambda name: None)  # noqa: ARG005
        fields = contenders(1)
        assert [field.name for field in fields if "numba" in field.name] == []
        assert fields[0].run(*correlated(100_000, "float32")) is None
