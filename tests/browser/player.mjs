// Plays a seat through the page with the buttons of its private hand: wins,
// declares ting and opens the hand where it can, else throws its loneliest tile.

/** The act of a custom id `m1:<table>:<prompt>:<act>…` and its tiles. */
export function act(offer) {
  const [, , prompt, word, ...tiles] = offer.customId.split(':');
  return { ...offer, prompt, word, tiles };
}

/** How well a tile goes with the rest of the hand: pairs and neighbours. */
function company(tile, hand) {
  const [rank, suit] = [Number(tile[0]), tile[1]];
  let sum = 0;
  for (const [other, n] of hand) {
    if (other === tile) sum += 6 * (n - 1);
    else if (suit && other[1] === suit && Math.abs(Number(other[0]) - rank) === 1) sum += 3;
    else if (suit && other[1] === suit && Math.abs(Number(other[0]) - rank) === 2) sum += 1;
  }
  // 红中, ones and nines let a hand declare ting.
  return sum + (tile === 'C' || rank === 1 || rank === 9 ? 1 : 0);
}

/** The button to press of those offered; null where there is none. */
export function choose(offers) {
  const acts = offers.map(act);
  for (const word of ['w', 'td', 'tt', 'cd', 'pd', 'T', 'cc', 'pp', 'p', 'c', 'K']) {
    const found = acts.find((one) => one.word === word);
    if (found) return found;
  }
  const tiles = acts.filter((one) => one.word === 'd' || one.word === 't');
  if (!tiles.length) return acts.find((one) => one.word === 'x') ?? null;
  const hand = new Map();
  for (const { tiles: [tile] } of tiles) hand.set(tile, (hand.get(tile) ?? 0) + 1);
  return tiles.reduce((worst, one) => (company(one.tiles[0], hand) < company(worst.tiles[0], hand) ? one : worst));
}
