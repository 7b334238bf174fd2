import castell from "./castell.js";
import castellers from "./castellers.js";
import elGrande from "./el_grande.js";
import pages from "./pages.js";
import table from "./table.js";

export default { ...pages, ...table, ...castellers, ...castell, ...elGrande };
