"""Opens the data tokens that readers in every language are checked against: `python -m unittest`."""

import json
import os
import pathlib
import unittest

from data_token import DataTokenError, data_state, open_data_token, open_data_update

HERE = pathlib.Path(__file__).parent
VECTORS = os.environ.get("DATA_TOKEN_VECTORS") or HERE / "../../../packages/data-token/vectors/data-tokens.json"


class DataTokens(unittest.TestCase):
    def test_vectors(self):
        vectors = json.loads(pathlib.Path(VECTORS).read_text(encoding="utf-8"))
        for case in vectors["cases"]:
            provider = provider_of(vectors, case)
            with self.subTest(case["name"]):
                if "refused" in case:
                    self.assertRaises(DataTokenError, open_data_token, case["data_token"], **provider)
                else:
                    accepted = case["accepted"]
                    opened = open_data_token(case["data_token"], **provider)
                    self.assertEqual(opened, (accepted["sub"], accepted["claims"]))
                    self.assertIsNone(data_state(case["data_token"], **provider))

    def test_updates(self):
        vectors = json.loads(pathlib.Path(VECTORS).read_text(encoding="utf-8"))
        state = vectors["update_state"]
        provider = provider_of(vectors, {"claims_key": "P-256"})
        self.assertEqual(data_state(vectors["update_sign_in"], **provider), {**state, "version": 0})
        for case in vectors["updates"]:
            provider = provider_of(vectors, case)
            with self.subTest(case["name"]):
                if "refused" in case:
                    self.assertRaises(DataTokenError, open_data_update, case["data_token"], state, **provider)
                else:
                    claims, version = case["accepted"].values()
                    opened = open_data_update(case["data_token"], state, **provider)
                    self.assertEqual(opened, (claims, {**state, "version": version}))


def provider_of(vectors, case):
    claims_key = vectors["claims_keys"].get(case["claims_key"])
    return {**{name: vectors[name] for name in ("issuer", "client_id", "jwks")}, "claims_key": claims_key}


if __name__ == "__main__":
    unittest.main()
