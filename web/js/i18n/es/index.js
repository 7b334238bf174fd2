import account from "./account.js";
import castell from "./castell.js";
import castellers from "./castellers.js";
import elGrande from "./el_grande.js";
import pages from "./pages.js";
import refusals from "./refusals.js";
import table from "./table.js";
import webhooks from "./webhooks.js";

export default { ...pages, ...table, ...account, ...webhooks, ...refusals, ...castellers, ...castell, ...elGrande };
