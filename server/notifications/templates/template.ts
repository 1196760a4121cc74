import type { Locale } from '#contract/enumerations.ts'

export type RenderedTemplate = {
  subject: string
  text: string
  /** The text of an email, where it says more than the other channels. Paragraphs are separated by empty lines. */
  letter?: string
  /** Where to go on. Only in messages: in the application it is a link. */
  next?: string
  /**
   * In push notifications, where `subject` or `text` names a mark, a sum or the reason of an absence,
   * and the person has not allowed that.
   */
  discreet?: { subject?: string; text: string }
  /** Begins the line of the notification among others of its group. */
  about?: string
  /** What the application shows instead of `text`. */
  line?: string
  /** What a press on the notification in the application is for, where its title does not say it. */
  action?: string
}

/** Templates of some kinds in one language. */
export type Templates<Messages> = { [Kind in keyof Messages]: (values: Messages[Kind]) => RenderedTemplate }

/** Titles of several notifications that are shown as one. `student` is empty for the student. */
export type GroupTitles<Messages> = Record<
  Locale,
  { [Kind in keyof Messages]?: (count: number, student: string) => string }
>

/** Names the student in front of a title; a student's own notifications have no name. */
export function ofStudent(student: string, title: string): string {
  if (student === '') return title
  return `${student}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`
}

/** A sentence of the staff with its full stop. */
export function withStop(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
