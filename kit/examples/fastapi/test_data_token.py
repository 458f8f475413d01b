"""Opens the data tokens that readers in every language are checked against: `python -m unittest`."""

import json
import os
import pathlib
import unittest

from data_token import DataTokenError, open_data_token

HERE = pathlib.Path(__file__).parent
VECTORS = os.environ.get("DATA_TOKEN_VECTORS") or HERE / "../../../packages/data-token/vectors/data-tokens.json"


class DataTokens(unittest.TestCase):
    def test_vectors(self):
        vectors = json.loads(pathlib.Path(VECTORS).read_text(encoding="utf-8"))
        for case in vectors["cases"]:
            provider = {"issuer": vectors["issuer"], "client_id": vectors["client_id"], "jwks": vectors["jwks"]}
            provider["claims_key"] = vectors["claims_keys"].get(case["claims_key"])
            with self.subTest(case["name"]):
                if "refused" in case:
                    self.assertRaises(DataTokenError, open_data_token, case["data_token"], **provider)
                else:
                    accepted = case["accepted"]
                    opened = open_data_token(case["data_token"], **provider)
                    self.assertEqual(opened, (accepted["sub"], accepted["claims"]))


if __name__ == "__main__":
    unittest.main()
