// @ts-check
// What is saved of a score sheet: files, and the position in the clipboard.

/** @import { Sheet } from "./sheet.js" */

import { $, ask, download, el } from "./dom.js";

/**
 * A picture of lines as one of pixels, twice as fine.
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function pixels(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = el("canvas", { width: 2 * image.width, height: 2 * image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(/** @type {Blob} */ (blob)), "image/png");
  });
}

/** @type {Record<string, string>} */
const TYPES = { gcg: "text/plain;charset=utf-8", svg: "image/svg+xml" };

/**
 * @param {Sheet} sheet
 * @param {string} kind
 * @param {number} turn
 */
export async function save(sheet, kind, turn) {
  $("saved").textContent = "";
  const { text, error } = await sheet.write(kind === "png" ? "svg" : kind, turn);
  if (error) {
    $("saved").textContent = error;
    return;
  }
  const name = sheet.facts.players.join("-").replace(/[^\p{L}\p{N}-]+/gu, "_");
  if (kind === "cgp") {
    try {
      await navigator.clipboard.writeText(text);
      $("saved").textContent = "The position is in the clipboard.";
    } catch {
      ask("The position", () => [el("textarea", { readonly: true, rows: "4", "aria-label": "CGP" }, text)]);
    }
    return;
  }
  download(kind === "png" ? await pixels(text) : new Blob([text], { type: TYPES[kind] }), `${name}.${kind}`);
  $("saved").textContent = `Saved ${name}.${kind}.`;
}
