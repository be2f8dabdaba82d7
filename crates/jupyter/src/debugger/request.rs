//! Parses requests into typed values.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::refusal::Refusal;
use super::reply::Source;

/// A request as received.
#[derive(Clone, Debug)]
pub struct Request {
    pub command: String,
    arguments: Value,
}

impl Request {
    /// # Errors
    /// If a required field is missing or has the wrong type.
    pub fn read(content: &Value) -> Result<Request, Refusal> {
        #[derive(Deserialize)]
        struct Frame {
            #[serde(rename = "type")]
            kind: String,
            #[expect(dead_code, reason = "only that it is a number matters: the response repeats it")]
            seq: i64,
            command: String,
            #[serde(default)]
            arguments: Value,
        }
        let frame = Frame::deserialize(content).map_err(|error| Refusal(format!("this is not a request: {error}")))?;
        if frame.kind != "request" {
            return Err(Refusal(format!("a message of the type `{}` is not a request", frame.kind)));
        }
        let arguments = if frame.arguments.is_null() { Value::Object(Map::new()) } else { frame.arguments };
        Ok(Request { command: frame.command, arguments })
    }

    /// # Errors
    /// If the command is unknown or its arguments are invalid.
    pub fn asked(&self) -> Result<Asked, Refusal> {
        Ok(match self.command.as_str() {
            "debugInfo" => Asked::DebugInfo,
            "initialize" => Asked::Initialize,
            "attach" => Asked::Attach(self.arguments()?),
            "configurationDone" => Asked::ConfigurationDone,
            "dumpCell" => Asked::DumpCell(self.arguments()?),
            "setBreakpoints" => Asked::SetBreakpoints(self.arguments()?),
            "setExceptionBreakpoints" => Asked::SetExceptionBreakpoints(self.arguments()?),
            "source" => Asked::Source(self.arguments()?),
            "pause" => Asked::Pause,
            "continue" => Asked::Continue,
            "next" => Asked::Next,
            "stepIn" => Asked::StepIn,
            "stepOut" => Asked::StepOut,
            "threads" => Asked::Threads,
            "stackTrace" => Asked::StackTrace(self.arguments()?),
            "scopes" => Asked::Scopes(self.arguments()?),
            "variables" => Asked::Variables(self.arguments()?),
            "setVariable" => Asked::SetVariable(self.arguments()?),
            "setExpression" => Asked::SetExpression(self.arguments()?),
            "evaluate" => Asked::Evaluate(self.arguments()?),
            "exceptionInfo" => Asked::ExceptionInfo,
            "inspectVariables" => Asked::InspectVariables,
            "richInspectVariables" => Asked::RichInspectVariables(self.arguments()?),
            "copyToGlobals" => Asked::CopyToGlobals(self.arguments()?),
            "modules" => Asked::Modules(self.arguments()?),
            "disconnect" => Asked::Disconnect,
            "terminate" => Asked::Terminate,
            unknown => return Err(Refusal(format!("the debugger has no command `{unknown}`"))),
        })
    }

    fn arguments<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        let command = &self.command;
        T::deserialize(&self.arguments).map_err(|error| Refusal(format!("the arguments of {command}: {error}")))
    }
}

/// A parsed request.
#[derive(Debug)]
pub enum Asked {
    DebugInfo,
    Initialize,
    Attach(AttachArguments),
    ConfigurationDone,
    DumpCell(DumpCellArguments),
    SetBreakpoints(SetBreakpointsArguments),
    SetExceptionBreakpoints(SetExceptionBreakpointsArguments),
    Source(SourceArguments),
    Pause,
    Continue,
    Next,
    StepIn,
    StepOut,
    Threads,
    StackTrace(StackTraceArguments),
    Scopes(ScopesArguments),
    Variables(VariablesArguments),
    SetVariable(SetVariableArguments),
    SetExpression(SetExpressionArguments),
    Evaluate(EvaluateArguments),
    ExceptionInfo,
    InspectVariables,
    RichInspectVariables(RichInspectVariablesArguments),
    CopyToGlobals(CopyToGlobalsArguments),
    Modules(ModulesArguments),
    Disconnect,
    Terminate,
}

impl Asked {
    /// Returns whether the request is allowed before `initialize`.
    pub fn needs_no_start(&self) -> bool {
        use Asked::*;
        matches!(
            self,
            DebugInfo
                | Initialize
                | InspectVariables
                | RichInspectVariables(_)
                | CopyToGlobals(_)
                | Modules(_)
                | Disconnect
                | Terminate
        )
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachArguments {
    /// Never stop in files of installed packages.
    #[serde(default)]
    pub just_my_code: bool,
}

#[derive(Debug, Deserialize)]
pub struct DumpCellArguments {
    pub code: String,
}

#[derive(Debug, Deserialize)]
pub struct SetBreakpointsArguments {
    pub source: Source,
    #[serde(default)]
    pub breakpoints: Vec<WantedBreakpoint>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WantedBreakpoint {
    /// 1-based.
    pub line: u32,
    pub condition: Option<String>,
    pub hit_condition: Option<String>,
    pub log_message: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetExceptionBreakpointsArguments {
    #[serde(default)]
    pub filters: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceArguments {
    #[serde(default)]
    pub source: Source,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StackTraceArguments {
    pub thread_id: i64,
    #[serde(default)]
    pub start_frame: usize,
    /// 0 means all.
    #[serde(default)]
    pub levels: usize,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScopesArguments {
    pub frame_id: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VariablesArguments {
    pub variables_reference: i64,
    #[serde(flatten)]
    pub page: Page,
}

/// A range of a value's children.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Page {
    #[serde(default)]
    pub start: usize,
    /// 0 means all, up to a display limit.
    #[serde(default)]
    pub count: usize,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetVariableArguments {
    pub variables_reference: i64,
    pub name: String,
    pub value: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetExpressionArguments {
    pub expression: String,
    pub value: String,
    pub frame_id: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EvaluateArguments {
    pub expression: String,
    pub frame_id: Option<i64>,
    #[serde(default)]
    pub context: Context,
}

/// The purpose of an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Context {
    /// The debug console, which also accepts statements.
    Repl,
    Hover,
    Clipboard,
    Variables,
    /// Also the fallback for unknown contexts.
    #[default]
    #[serde(other)]
    Watch,
}

/// An expression and the purpose of its evaluation.
#[derive(Clone, Debug)]
pub struct Expression {
    pub text: String,
    pub frame: Option<i64>,
    pub context: Context,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RichInspectVariablesArguments {
    pub variable_name: String,
    pub frame_id: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CopyToGlobalsArguments {
    pub src_variable_name: String,
    pub dst_variable_name: String,
    pub src_frame_id: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ModulesArguments {
    #[serde(default)]
    pub start_module: usize,
    /// 0 means all.
    #[serde(default)]
    pub module_count: usize,
}
