"""What other agents call the tools that pi has. Spelling does not count. Sorted."""

from __future__ import annotations

from collections.abc import Mapping

from sidecar.core.names.words import plain

# pi's tool → names of tools that do the same with the same kinds of arguments.
# Claude Code, Codex, Continue, Copilot, Crush, Cursor, Cline and Roo, Droid, Gemini CLI, Goose, Kiro,
# OpenHands, opencode, Qwen Code, Windsurf, Zed, the MCP filesystem server, and plain synonyms.
# Left out on purpose, since they do something else: apply_patch, apply_diff, replace_in_file,
# insert_edit_into_file, edit_existing_file, codebase_search, semantic_search, read_many_files,
# delete_file, append_to_file; search_code and get_file_contents, which look into a repository elsewhere.
SAME_AS: Mapping[str, str] = {
    "bash": """
        bash bash_tool builtin_run_terminal_command cmd command container_exec developer__shell exec
        exec_bash exec_command exec_shell execute execute_bash execute_cmd execute_command execute_shell
        execute_shell_command execute_terminal_command local_shell run run_bash run_bash_command run_cmd
        run_command run_in_shell run_in_terminal run_shell run_shell_command run_terminal run_terminal_cmd
        run_terminal_command sh shell shell_command shell_exec shell_execute shell_run terminal
        terminal_command terminal_exec
    """,
    "edit": """
        edit edit_file file_edit file_str_replace find_and_replace modify_file multi_edit multiedit replace
        replace_in_text replace_string_in_file replace_text search_and_replace search_replace str_replace
        str_replace_in_file string_replace
    """,
    "find": """
        builtin_file_glob_search file_find file_finder file_glob file_glob_search file_search find_by_name
        find_file find_files find_path glob glob_file_search glob_files glob_search search_file
        search_for_files
    """,
    "grep": """
        builtin_grep_search content_search file_content_search find_in_files grep grep_code
        grep_files grep_search grep_tool rg ripgrep ripgrep_search search search_content
        search_file_content search_files search_for_pattern search_in_files search_text text_search
    """,
    "ls": """
        builtin_ls dir dir_list directory_list folder_list list list_dir list_directory
        list_directory_contents list_files list_folder ls ls_dir read_directory view_directory
    """,
    "powershell": """
        execute_powershell powershell powershell_command pwsh run_powershell run_powershell_command
    """,
    "read": """
        builtin_read_file cat cat_file file_read file_view fs_read open open_file
        read read_file read_file_content read_file_contents read_text_file view view_file
    """,
    "write": """
        builtin_create_new_file create create_file create_new_file file_create file_save file_write fs_write
        make_file new_file save save_file save_to_file write write_file write_text_file write_to_file
    """,
}

# One tool with a `command` argument that says what it does.
EDITORS = "developer__text_editor fs_write str_replace_based_edit_tool str_replace_editor text_editor"

# The `timeout` of these is in milliseconds. Exactly so spelt: `bash` is pi's own, in seconds.
MILLISECOND_TIMEOUT = frozenset({"Bash"})

PLAIN_NAMES: Mapping[str, frozenset[str]] = {
    tool: frozenset(plain(name) for name in names.split()) for tool, names in SAME_AS.items()
}
PLAIN_EDITORS = frozenset(plain(name) for name in EDITORS.split())

# Names that say what they do in full. Only these may stand for another agent's tool that is active here.
PLAIN_SPEAKING_NAMES: Mapping[str, frozenset[str]] = {
    tool: frozenset(
        {tool, *(plain(name) for name in SAME_AS[tool].split() if "_" in name or name == "shell")}
    )
    for tool in ("bash", "ls", "read", "write")
}
