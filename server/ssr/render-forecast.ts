/** Of the time that is left: renderings differ in length. */
const usableShare = 0.8
/** Weight of the newest rendering in the mean. */
const weight = 0.1

/**
 * Foresees whether a page would be rendered in time, from how long the last ones took, so that nothing is read for one
 * that would not. Times in milliseconds.
 */
export class RenderForecast {
  readonly #threads: number
  /** Accepted and not over. */
  #pages = 0
  /** Time between two pages while all threads are busy. */
  #perPage = 0
  #lastEnd = 0

  constructor(threads: number) {
    this.#threads = threads
  }

  /** A free thread takes any page: the mean would never fall again. */
  isInTime(left: number): boolean {
    return this.#pages < this.#threads || (this.#pages + 1) * this.#perPage <= left * usableShare
  }

  /** Call the function that it returns when the rendering is over. What was not rendered counts for the next page. */
  begin(now: number): (end: number, isRendered: boolean) => void {
    this.#pages += 1
    return (end, isRendered) => {
      this.#pages -= 1
      if (!isRendered) return
      const taken = end - Math.max(now, this.#lastEnd)
      this.#perPage += (taken - this.#perPage) * weight
      this.#lastEnd = end
    }
  }
}
