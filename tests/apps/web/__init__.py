"""Tests of lexq serve, without a browser and, in browser/, with one."""
