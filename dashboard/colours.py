"""The signal colours: Okabe and Ito's, which colour-blind people can tell apart, and two greys."""

from __future__ import annotations

BLUE, VERMILLION, ORANGE, PINK = "#0072B2", "#D55E00", "#E69F00", "#CC79A7"
SKY, GREEN, PURPLE, GREY, SILVER = "#56B4E9", "#009E73", "#7A5AA6", "#7F8793", "#B4BAC4"
