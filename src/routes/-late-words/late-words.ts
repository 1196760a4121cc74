import { problemWords } from './problem-words.ts'
import { toastWords } from './toast-words.ts'

/** What is said only after something has happened. */
export const lateWords = { problemWords, toastWords }

export type LateWords = typeof lateWords
