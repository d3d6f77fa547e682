#pragma once
// Stable names for what Swift cannot reach: ICU renames its symbols by version.
