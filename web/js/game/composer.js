// Composing an action step by step, for every game alike.
//
// A game says of each legal action which choices it is made of: atoms, in order, each with a step it belongs to, a key, words,
// and the part of the picture that stands for it. Choosing an atom keeps the actions that have it; steps in which all that
// are left agree need no choice. A part of the picture may be chosen out of order, whatever step it answers.

/**
 * One choice within an action.
 * @typedef {{step: string, key: string, text: string, part?: string}} Atom
 */
/**
 * @template A
 * @typedef {{action: A, atoms: Atom[]}} Candidate
 */

/** @template A */
export class Composer {
  /** @type {{step?: string, key?: string, part?: string}[]} */
  #picks = [];

  /** @param {Candidate<A>[]} candidates */
  constructor(candidates) {
    this.candidates = candidates;
  }

  /** The actions that have all that was chosen. @returns {Candidate<A>[]} */
  get left() {
    return this.candidates.filter((candidate) => this.#picks.every((pick) => candidate.atoms.some((atom) => fits(atom, pick))));
  }

  /** What has to be chosen next: the first step in which what is left differs. @returns {{step: string, atoms: Atom[]} | null} */
  get next() {
    const left = this.left;
    for (const { step } of left[0]?.atoms ?? []) {
      const atoms = distinct(left.flatMap((candidate) => candidate.atoms.filter((atom) => atom.step === step)));
      const all = left.every((candidate) => candidate.atoms.some((atom) => atom.step === step));
      if (atoms.length > 1 || !all) return { step, atoms };
    }
    return null;
  }

  /** The action, once no choice is left: at once where there never was one. @returns {Candidate<A> | null} */
  get done() {
    return this.next === null ? (this.left[0] ?? null) : null;
  }

  /** What is settled so far, in words. @returns {string[]} */
  get said() {
    const left = this.left;
    const agreed = (left[0]?.atoms ?? []).filter((atom) => left.every((it) => it.atoms.some((other) => same(atom, other))));
    return agreed.map((atom) => atom.text).filter(Boolean);
  }

  get begun() {
    return this.#picks.length > 0;
  }

  /** The parts of the picture that can be chosen now, and what each stands for. @returns {Map<string, string>} */
  get parts() {
    const agreed = this.chosen;
    const all = this.left.flatMap((candidate) => candidate.atoms);
    return new Map(all.filter(({ part }) => part && !agreed.has(part)).map(({ part, text }) => [part ?? "", text]));
  }

  /** The parts that are chosen. @returns {Set<string>} */
  get chosen() {
    const left = this.left;
    const parts = (left[0]?.atoms ?? []).map((atom) => atom.part ?? "");
    return new Set(parts.filter((part) => part && left.every((it) => it.atoms.some((atom) => atom.part === part))));
  }

  /** @param {Atom} atom */
  choose({ step, key }) {
    this.#picks.push({ step, key });
  }

  /** @param {string} part */
  choosePart(part) {
    if (this.parts.has(part)) this.#picks.push({ part });
  }

  back() {
    this.#picks.pop();
  }

  clear() {
    this.#picks = [];
  }
}

/** @param {Atom} atom @param {{step?: string, key?: string, part?: string}} pick */
const fits = (atom, pick) => (pick.part ? atom.part === pick.part : atom.step === pick.step && atom.key === pick.key);

/** @param {Atom} one @param {Atom} other */
const same = (one, other) => one.step === other.step && one.key === other.key;

/** @param {Atom[]} atoms @returns {Atom[]} */
function distinct(atoms) {
  /** @type {Map<string, Atom>} */
  const found = new Map();
  for (const atom of atoms) if (!found.has(atom.key)) found.set(atom.key, atom);
  return [...found.values()];
}
