//! The bodies of responses: threads, frames, variables, breakpoints, and the adapter's capabilities.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The body of the `initialize` response.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(clippy::struct_excessive_bools, reason = "the protocol's own")]
pub struct Capabilities {
    pub supports_conditional_breakpoints: bool,
    pub supports_configuration_done_request: bool,
    pub supports_delayed_stack_trace_loading: bool,
    pub supports_evaluate_for_hovers: bool,
    pub supports_exception_info_request: bool,
    pub supports_exception_options: bool,
    pub supports_hit_conditional_breakpoints: bool,
    pub supports_log_points: bool,
    pub supports_modules_request: bool,
    pub supports_set_expression: bool,
    pub supports_set_variable: bool,
    pub support_terminate_debuggee: bool,
    pub supports_terminate_request: bool,
    pub supports_clipboard_context: bool,
    pub exception_breakpoint_filters: Vec<ExceptionFilter>,
}

impl Default for Capabilities {
    fn default() -> Capabilities {
        Capabilities {
            supports_conditional_breakpoints: true,
            supports_configuration_done_request: true,
            supports_delayed_stack_trace_loading: true,
            supports_evaluate_for_hovers: true,
            supports_exception_info_request: true,
            supports_exception_options: true,
            supports_hit_conditional_breakpoints: true,
            supports_log_points: true,
            supports_modules_request: true,
            supports_set_expression: true,
            supports_set_variable: true,
            support_terminate_debuggee: true,
            supports_terminate_request: true,
            supports_clipboard_context: true,
            exception_breakpoint_filters: vec![
                ExceptionFilter {
                    filter: "raised",
                    label: "Raised Exceptions",
                    default: false,
                    description: "Break whenever any exception is raised.",
                },
                ExceptionFilter {
                    filter: "uncaught",
                    label: "Uncaught Exceptions",
                    default: true,
                    description: "Break where an exception is raised that the program does not handle.",
                },
                ExceptionFilter {
                    filter: "userUnhandled",
                    label: "User Uncaught Exceptions",
                    default: false,
                    description: "Break where an exception is raised that the program does not handle.",
                },
            ],
        }
    }
}

/// A kind of exception that can stop the program.
#[derive(Clone, Debug, Serialize)]
pub struct ExceptionFilter {
    pub filter: &'static str,
    pub label: &'static str,
    pub default: bool,
    pub description: &'static str,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DebugInfo {
    pub is_started: bool,
    pub hash_method: &'static str,
    pub hash_seed: u32,
    pub tmp_file_prefix: String,
    pub tmp_file_suffix: &'static str,
    pub breakpoints: Vec<SourceBreakpoints>,
    pub stopped_threads: Vec<i64>,
    pub rich_rendering: bool,
    pub exception_paths: [&'static str; 1],
    pub copy_to_globals: bool,
}

/// The breakpoints of a file.
#[derive(Clone, Debug, Serialize)]
pub struct SourceBreakpoints {
    pub source: String,
    pub breakpoints: Vec<Placed>,
}

/// A breakpoint at a line where the program can stop.
#[derive(Clone, Debug, Serialize)]
pub struct Placed {
    pub line: u32,
}

/// The `setBreakpoints` result for one breakpoint.
#[derive(Clone, Debug, Serialize)]
pub struct Verified {
    pub verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    pub id: i64,
    pub source: Source,
    pub line: u32,
}

/// A file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    #[serde(default)]
    pub path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_reference: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Thread {
    pub id: i64,
    pub name: String,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stack {
    /// Innermost frame first.
    pub stack_frames: Vec<StackFrame>,
    pub total_frames: usize,
}

#[derive(Clone, Debug, Serialize)]
pub struct StackFrame {
    pub id: i64,
    pub name: String,
    /// 1-based, as is `column`.
    pub line: u32,
    pub column: u32,
    pub source: Source,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Scope {
    pub name: &'static str,
    pub variables_reference: i64,
    pub expensive: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presentation_hint: Option<&'static str>,
    pub source: Map<String, Value>,
}

/// A name and its value. A nonzero `variables_reference` means that the value has children.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Variable {
    pub name: String,
    pub value: String,
    /// None if the text shows the type already.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluate_name: Option<String>,
    pub variables_reference: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indexed_variables: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub presentation_hint: Option<Hint>,
}

/// Presentation hints for a variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hint {
    pub attributes: Vec<&'static str>,
}

impl Variable {
    /// Adds a presentation attribute.
    #[must_use]
    pub fn hinted(self, attribute: &'static str) -> Variable {
        Variable { presentation_hint: Some(Hint { attributes: vec![attribute] }), ..self }
    }
}

/// The result of an expression.
#[derive(Clone, Debug, Default)]
pub struct Evaluated {
    pub text: String,
    /// None for a statement.
    pub kind: Option<String>,
    pub variables_reference: i64,
}

/// A value as a MIME bundle.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Rich {
    pub data: Map<String, Value>,
    pub metadata: Map<String, Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum BreakMode {
    Always,
    Unhandled,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionInfo {
    pub exception_id: String,
    pub description: String,
    pub break_mode: BreakMode,
    pub details: ExceptionDetails,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionDetails {
    pub message: String,
    pub type_name: String,
    pub stack_trace: String,
    pub source: String,
}

#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Modules {
    pub modules: Vec<ProgramModule>,
    pub total_modules: usize,
}

#[derive(Clone, Debug, Serialize)]
pub struct ProgramModule {
    pub id: usize,
    pub name: String,
    pub path: String,
}
