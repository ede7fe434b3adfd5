// The conversation outlives a reload, until its window is closed.
import { Turn } from "./turn.js";

const KEY = "edge.conversation";

/** Keep what was answered of these turns. */
export function keep(turns) {
  const answered = turns.filter((turn) => turn.answer);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(answered.map(
      ({ question, knowledge, history, only, answer }) => ({ question, knowledge, history, only, answer }))));
  } catch {
    sessionStorage.removeItem(KEY); // more than a browser keeps: nothing rather than a part
  }
}

/** The turns that were kept; none where another edge answers here now, of other bases or other records. */
export function kept(bases) {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    if (!found.every((one) => bases.some((base) => base.name === one.knowledge))) return [];
    return found.map((one) => Turn.of(one));
  } catch {
    return [];
  }
}
