"""Tests of `acp_runtime.attachments`; their names carry the numbers of what they show.

`test_R07_…` shows requirement 7, `test_A12_…` attack 12; a name may carry several numbers. The
table in docs/attachments-coverage.md is made from these names by `coverage.py`.
"""
