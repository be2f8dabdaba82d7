//! Decodes control flow: branches, calls, barriers, fences.

use super::lowering::{Lowering, Result, Symbol};
use crate::alu::mnemonic::Mnemonic;
use crate::program::op::{A32, Barrier, Call, Callee, Condition, Meeting, Op};
use crate::program::{Class, Place};
use crate::scalar::Scalar;
use crate::text::tree::Operand;

impl Lowering<'_> {
    /// Lowers a control-flow instruction; returns false for other instructions.
    pub(crate) fn controlling(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<bool> {
        match m.operation {
            "bra" => {
                m.take("uni");
                self.expect(m, operands, 1)?;
                let Operand::Name(label) = operands[0] else {
                    return self.fail("a label is wanted");
                };
                self.branch(self.code.len(), 0, label);
                self.emit(Op::Branch(0), Class::Branch);
            }
            "brx" => self.branch_by(m, operands)?,
            "call" => self.call(m, operands)?,
            "ret" => {
                m.take("uni");
                self.emit(Op::Return, Class::Branch);
            }
            "exit" => self.emit(Op::Exit, Class::Branch),
            "trap" => self.emit(Op::Trap, Class::Other),
            "brkpt" | "nanosleep" | "pmevent" | "setmaxnreg" => {
                ["inc", "dec", "sync", "aligned", "mask"].iter().for_each(|name| {
                    m.take(name);
                });
                self.emit(Op::Prefetch, Class::Other);
            }
            "griddepcontrol" => {
                m.one_of(&["launch_dependents", "wait"]);
                self.emit(Op::Prefetch, Class::Other);
            }
            "bar" | "barrier" => return self.barrier(m, operands),
            "membar" | "fence" => {
                let names = ["cta", "gl", "sys", "gpu", "cluster", "sc", "acq_rel", "acquire", "release"];
                names.iter().for_each(|name| {
                    m.take(name);
                });
                if m.take("proxy") {
                    ["alias", "async", "global", "shared::cta"].iter().for_each(|name| {
                        m.take(name);
                    });
                    m.space();
                }
                self.emit(Op::Fence, Class::Barrier);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn branch_by(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        if !m.take("idx") {
            return Err(m.unsupported());
        }
        m.take("uni");
        self.expect(m, operands, 2)?;
        let index = self.a32(&operands[0], Scalar::U(32))?;
        let labels = self.targets(&operands[1])?;
        if labels.is_empty() {
            return self.fail("the list of targets is empty");
        }
        for (entry, label) in labels.iter().enumerate() {
            self.branch(self.code.len(), entry, label);
        }
        self.emit(Op::BranchBy(index, vec![0; labels.len()].into()), Class::Branch);
        Ok(())
    }

    fn call(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        m.take("uni");
        let (results, rest) = match operands {
            [Operand::List(results), rest @ ..] => (results.as_slice(), rest),
            rest => (&[][..], rest),
        };
        let (Some(Operand::Name(name)), arguments) = (rest.first(), rest.get(1)) else {
            return self.fail("the function to call is wanted");
        };
        let arguments = match arguments {
            Some(Operand::List(arguments)) => arguments.as_slice(),
            _ => &[],
        };
        let (arguments, results) = (self.in_frame(arguments)?, self.in_frame(results)?);
        let pairs = |places: &[Place]| places.iter().map(|place| (place.offset, place.bytes)).collect();
        let call = |callee| Call { callee, arguments: pairs(&arguments), results: pairs(&results) };
        if let Some(Symbol::Double(slot)) = self.find(name) {
            self.emit(Op::Call(Box::new(call(Callee::Slot(slot)))), Class::Call);
            return Ok(());
        }
        let Some(signature) = self.outside.signatures.get(*name) else {
            return self.fail(format!("function `{name}` is declared nowhere"));
        };
        let same = |given: &[Place], wanted: &[Place]| {
            given.len() == wanted.len() && given.iter().zip(wanted).all(|(given, wanted)| given.bytes == wanted.bytes)
        };
        let callee = match (signature.index, *name) {
            (Some(index), _) => Callee::Function(index),
            (None, "vprintf") => Callee::Print,
            (None, "__assertfail") => Callee::Assert,
            (None, _) => {
                return self.fail(format!("function `{name}` has no body, and is none of vprintf and __assertfail"));
            }
        };
        if !same(&arguments, &signature.parameters) || !same(&results, &signature.returns) {
            return self.fail(format!("arguments or results do not fit the function `{name}`"));
        }
        self.emit(Op::Call(Box::new(call(callee))), Class::Call);
        Ok(())
    }

    /// Returns the places of a call's arguments or results in the frame; copies registers and constants there.
    fn in_frame(&mut self, operands: &[Operand<'_>]) -> Result<Vec<Place>> {
        let mut places = Vec::new();
        for operand in operands {
            let Operand::Name(name) = operand else {
                return self.fail("a `.param` variable is wanted");
            };
            match self.find(name) {
                Some(Symbol::Frame(place)) => places.push(place),
                _ => return self.fail(format!("`{name}` is not a `.param` variable")),
            }
        }
        Ok(places)
    }

    fn barrier(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<bool> {
        if m.take("cluster") {
            // A cluster has one block, so its barrier is the block's.
            let arrives = m.take("arrive");
            ["wait", "release", "acquire", "relaxed", "aligned"].iter().for_each(|name| {
                m.take(name);
            });
            if arrives {
                self.emit(Op::Fence, Class::Barrier);
            } else {
                let id = self.constant32(15)?;
                self.plain_barrier(id, None, false, false, Meeting::Plain);
            }
            return Ok(true);
        }
        if m.has("warp") {
            return Ok(false);
        }
        m.take("cta");
        let aligned = m.take("aligned") || m.operation == "bar";
        if m.take("red") {
            return self.meeting(m, operands, aligned).map(|()| true);
        }
        let arrives = m.take("arrive");
        if !arrives && !m.take("sync") {
            return Err(m.unsupported());
        }
        let Some(id) = operands.first() else {
            return self.fail("a barrier's number is wanted");
        };
        let id = self.a32(id, Scalar::U(32))?;
        let count = operands.get(1).map(|count| self.a32(count, Scalar::U(32))).transpose()?;
        self.plain_barrier(id, count, arrives, aligned, Meeting::Plain);
        Ok(true)
    }

    fn plain_barrier(&mut self, id: A32, count: Option<A32>, arrives: bool, aligned: bool, meeting: Meeting) {
        self.emit(Op::Barrier(Box::new(Barrier { id, count, arrives, aligned, meeting })), Class::Barrier);
    }

    /// `bar.red`: a barrier that counts or combines predicates.
    fn meeting(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>], aligned: bool) -> Result<()> {
        let kind = m.one_of(&["popc", "and", "or"]);
        let (to, id, count, of) = match operands {
            [to, id, of] => (to, id, None, of),
            [to, id, count, of] => (to, id, Some(count), of),
            _ => return self.fail(format!("`{}` takes three or four operands", m.text)),
        };
        let id = self.a32(id, Scalar::U(32))?;
        let count = count.map(|count| self.a32(count, Scalar::U(32))).transpose()?;
        let of: Condition = self.condition(of)?;
        let meeting = match kind {
            Some("popc") => Meeting::Count(self.word(to)?, of),
            Some("and") => Meeting::And(self.predicate(to)?, of),
            Some(_) => Meeting::Or(self.predicate(to)?, of),
            None => return Err(m.unsupported()),
        };
        self.plain_barrier(id, count, false, aligned, meeting);
        Ok(())
    }
}
