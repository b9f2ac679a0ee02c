"""Names of players: emoji of every form, letters of every script, and nothing that paints over a list."""

import pytest

import lexkit
from lexkit.runtime.game.names import is_name
from tests.running import each


@each(
    "name",
    [
        "Ann",
        "A",
        "x" * 200,
        "Zoe\u0308",
        "\u05e9\u05bc\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",
        "\u0f56\u0f66\u0f92\u0fb2\u0f74\u0f56\u0f66",
        "\u0e17\u0e35\u0e48",
        # A family, a woman who is a farmer and dark, a heart on fire, nodding, England, a flag, a key.
        "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
        "\U0001f469\U0001f3ff\u200d\U0001f33e",
        "\u2764\ufe0f\u200d\U0001f525",
        "\U0001f642\u200d\u2195\ufe0f",
        "\U0001f642\u200d\u2194\ufe0f",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "\U0001f1ee\U0001f1f8",
        "1\ufe0f\u20e3",
        # Joiners between letters, in Persian and in Hindi.
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
    ],
)
def test_names(name: str) -> None:
    assert is_name(name)
    assert lexkit.Game(None, [name, "b"], rules=lexkit.Rules.from_alphabet("english")).players[0] == name


@each(
    "name",
    [
        "",
        "x" * 201,
        "a\nb",
        "a\u200db",
        "a\u200cb",
        "\u0645\u200c",
        "\u0645\u200c\u200c\u062e",
        # What is printable and yet not seen.
        "\u3164",
        "\u2800\u2800",
        "\u115f \u1160\uffa0",
        "\u200d",
        "\U0001f468\u200d",
        "\u200d\U0001f468",
        "\U0001f468\u200d\u200d\U0001f468",
        "a" + "\u0301" * 7,
        "\u0345" * 100,
        "\U0001f468\u200d\U0001f469" + "\ufe0f" * 7,
        "a\U000e0067",
        "\u202egpj.exe",
        "\u2066a",
        "\ud800",
        "\x1b[2J",
        None,
        7,
        ["Ann"],
    ],
)
def test_what_is_no_name(name: object) -> None:
    assert not is_name(name)
    with pytest.raises(lexkit.errors.PositionError, match="name"):
        lexkit.Game(None, [name, "b"], rules=lexkit.Rules.from_alphabet("english"))  # type: ignore[list-item]
