//! Records of special functions.

use super::Function;
use tensorcell_engine::autocast::Policy;

pub(super) static ALL: &[Function] = &[
    Function::new("i0").shows_in_place().node("I0Backward0"),
    Function::new("logit").shows_in_place().node("LogitBackward0").autocast(Policy::Composite),
    Function::new("polygamma").node("PolygammaBackward0"),
    Function::new("sinc").shows_in_place().node("SincBackward0"),
    Function::new("special.entr").node("SpecialEntrBackward0"),
    Function::new("special.erfcx").node("SpecialErfcxBackward0"),
    Function::new("special.gammainc").node("IgammaBackward0"),
    Function::new("special.gammaincc").node("IgammacBackward0"),
    Function::new("special.i0").node("I0Backward0"),
    Function::new("special.i0e").node("SpecialI0EBackward0"),
    Function::new("special.i1").node("SpecialI1Backward0"),
    Function::new("special.i1e").node("SpecialI1EBackward0"),
    Function::new("special.log_ndtr").node("SpecialLogNdtrBackward0"),
    Function::new("special.logit").node("LogitBackward0").autocast(Policy::Composite),
    Function::new("special.multigammaln").node("MvlgammaBackward0"),
    Function::new("special.ndtr").node("MulBackward1"),
    Function::new("special.ndtri").node("SpecialNdtriBackward0"),
    Function::new("special.polygamma").node("PolygammaBackward0"),
    Function::new("special.sinc").node("SincBackward0"),
    Function::new("special.xlog1py").node("SpecialXlog1PyBackward0"),
];
