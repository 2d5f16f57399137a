"""The rules in the order they speak. Where two propose the same edit, the first is the one recorded."""

from __future__ import annotations

from sidecar.core.proposals.proposal import Rule

from .coerce_boolean import coerce_boolean
from .coerce_number import coerce_number
from .coerce_number_unit import coerce_number_unit
from .coerce_string import coerce_string
from .convert_line_range import convert_line_range
from .convert_milliseconds import convert_milliseconds
from .drop_empty import drop_empty
from .drop_extra import drop_extra
from .drop_null import drop_null
from .drop_null_word import drop_null_word
from .expand_paths import expand_paths
from .join_lines import join_lines
from .lift_nested import lift_nested
from .match_enum import match_enum
from .match_enum_meaning import match_enum_meaning
from .match_enum_synonym import match_enum_synonym
from .match_enum_words import match_enum_words
from .merge_wrapped import merge_wrapped
from .nest_flat import nest_flat
from .parse_json_text import parse_json_text
from .rename_affix import rename_affix
from .rename_key import rename_key
from .rename_last_one import rename_last_one
from .rename_pair import rename_pair
from .rename_plural import rename_plural
from .rename_typo import rename_typo
from .split_list import split_list
from .split_markup import split_markup
from .strip_anchors import strip_anchors
from .unwrap_arguments import unwrap_arguments
from .unwrap_index_object import unwrap_index_object
from .unwrap_item import unwrap_item
from .unwrap_list import unwrap_list
from .unwrap_value import unwrap_value
from .wrap_item import wrap_item
from .wrap_root_text import wrap_root_text
from .write_json_text import write_json_text

RULES: tuple[Rule, ...] = (
    unwrap_arguments,
    wrap_root_text,
    split_markup,
    rename_key,
    expand_paths,
    rename_pair,
    nest_flat,
    lift_nested,
    merge_wrapped,
    convert_line_range,
    convert_milliseconds,
    rename_plural,
    rename_affix,
    rename_typo,
    rename_last_one,
    drop_null,
    drop_empty,
    drop_null_word,
    match_enum,
    match_enum_words,
    match_enum_meaning,
    match_enum_synonym,
    strip_anchors,
    coerce_boolean,
    coerce_number,
    coerce_number_unit,
    coerce_string,
    parse_json_text,
    split_list,
    unwrap_index_object,
    unwrap_value,
    join_lines,
    write_json_text,
    unwrap_list,
    unwrap_item,
    wrap_item,
    drop_extra,
)
