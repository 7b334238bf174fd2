// Who is signed in on this browser.
//
// The token lies in localStorage: it has to outlive the tab, and the service sets no cookies. Any script on this origin
// could read it there. All that is served here comes out of the binary, and the policy that comes with this page allows no
// other script, no inline code and no foreign address. What names and messages hold is never parsed as markup. A token can
// be revoked on the account page.

const KEY = "placa.token";

/** @returns {string | null} */
export function storedToken() {
  return localStorage.getItem(KEY);
}

/** @param {string | null} token */
export function storeToken(token) {
  if (token) localStorage.setItem(KEY, token);
  else localStorage.removeItem(KEY);
}
