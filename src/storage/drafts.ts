import { v4 as randomUuid } from 'uuid'
import type { TicketTopic } from '#contract/enumerations.ts'
import { isBlank } from '#contract/input-formats.ts'
import { draftPrefix } from './stored-texts.ts'

/** Identifies a draft: a ticket of one user about one entry of the schedule, or about none. */
export type DraftKey = { userId: string; about: string | null }

/** A file that was uploaded and belongs to no message yet. */
export type DraftFile = { uuid: string; name: string; mediaType: string; size: number }

type DraftFact = { term: string; value: string }

/** What the user means to send besides the files. */
export type DraftContent = { html: string; topic: TicketTopic; facts: DraftFact[] }

type Draft = {
  html: string
  files?: DraftFile[] | undefined
  /** What the text is, where it is not what the form offers first: a note must not become an answer by a reload. */
  kind?: 'note' | undefined
  /** Chosen topic of a ticket, if it is not the one that the form offers first. */
  topic?: TicketTopic | undefined
  /** The child whom a ticket is about; null for none. Absent until the user has chosen. */
  student?: string | null | undefined
  /** The teacher to whom a ticket is addressed; null for the office of its topic. */
  recipient?: string | null | undefined
  /** Facts about the screen that the user has attached. */
  facts?: DraftFact[] | undefined
  /** Sending it met an ended session. */
  isUnsent?: boolean | undefined
  /** The last content that was sent, and its idempotency key. */
  tried?: { contentHtml: string; key: string } | undefined
}

/**
 * Drafts of tickets in localStorage, per user. They are deleted when sent and on sign-out. They survive a session
 * that expires.
 */
export function createDrafts(browser: () => Window) {
  /** Fallback while storage is blocked: drafts last as long as the page. */
  const unsaved = new Map<string, Draft>()
  /**
   * The last tries of this page. Another tab may have sent the draft and deleted it: the same content keeps its key, so
   * the server answers with the ticket that it has.
   */
  const triedHere = new Map<string, NonNullable<Draft['tried']>>()

  function read(name: string): Draft | null {
    const held = unsaved.get(name)
    if (held !== undefined) return held
    try {
      return JSON.parse(browser().localStorage.getItem(name) ?? 'null') as Draft | null
    } catch {
      return null
    }
  }

  function write(name: string, draft: Draft): void {
    try {
      browser().localStorage.setItem(name, JSON.stringify(draft))
      unsaved.delete(name)
    } catch {
      unsaved.set(name, draft)
    }
  }

  function remove(name: string): void {
    unsaved.delete(name)
    try {
      browser().localStorage.removeItem(name)
    } catch {
      // Storage is blocked: there is nothing to delete.
    }
  }

  /** A draft without text, files, kind and topic is deleted. */
  function put(key: DraftKey, changes: Partial<Draft>): void {
    const draft = { html: '', ...read(storageKeyOf(key)), ...changes }
    if (isBlank(draft.html) && !draft.files?.length && !draft.kind && !draft.topic) remove(storageKeyOf(key))
    else write(storageKeyOf(key), draft)
  }

  return {
    /** Whether something is kept: text or files. */
    has: (key: DraftKey): boolean => read(storageKeyOf(key)) !== null,
    recall: (key: DraftKey): string => read(storageKeyOf(key))?.html ?? '',
    keep: (key: DraftKey, html: string, kind?: 'answer' | 'note') =>
      put(key, { html, kind: kind === 'note' ? kind : undefined }),
    /** A ticket as it was left, so that after a reload it is the same one and keeps its key. */
    recallTicket(key: DraftKey): DraftContent {
      const { html = '', topic = firstTopic, facts = [] } = read(storageKeyOf(key)) ?? {}
      return { html, topic, facts }
    },
    keepTicket: (key: DraftKey, { html, topic, facts }: DraftContent) =>
      put(key, { html, topic: topic === firstTopic ? undefined : topic, facts: facts.length > 0 ? facts : undefined }),
    /** Whether sending it met an ended session: the user who is back must learn it. */
    isUnsent: (key: DraftKey): boolean => read(storageKeyOf(key))?.isUnsent ?? false,
    markUnsent: (key: DraftKey) => put(key, { isUnsent: true }),
    kindOf: (key: DraftKey): 'note' | undefined => read(storageKeyOf(key))?.kind,
    filesOf: (key: DraftKey): DraftFile[] => read(storageKeyOf(key))?.files ?? [],
    studentOf: (key: DraftKey): string | null | undefined => read(storageKeyOf(key))?.student,
    keepStudent: (key: DraftKey, student: string | null) => put(key, { student }),
    recipientOf: (key: DraftKey): string | null | undefined => read(storageKeyOf(key))?.recipient,
    keepRecipient: (key: DraftKey, recipient: string | null) => put(key, { recipient }),
    keepFiles: (key: DraftKey, files: DraftFile[]) => put(key, { files }),
    /** The last content that was sent, and of which it is not known whether it was stored. */
    triedOf: (key: DraftKey): string | null => read(storageKeyOf(key))?.tried?.contentHtml ?? null,
    /** The idempotency key of this content. It survives a reload, so the same ticket is not sent twice. */
    keyOf(draftKey: DraftKey, contentHtml: string): string {
      const name = storageKeyOf(draftKey)
      const draft = read(name)
      const known = [draft?.tried, triedHere.get(name)].find((tried) => tried?.contentHtml === contentHtml)
      const tried = known ?? { contentHtml, key: randomUuid() }
      triedHere.set(name, tried)
      if (known === undefined) write(name, { ...(draft ?? { html: contentHtml }), tried })
      return tried.key
    },
    /** The server stores a refusal with its key: another try needs a new key. */
    dropKey(key: DraftKey): void {
      triedHere.delete(storageKeyOf(key))
      put(key, { tried: undefined })
    },
    forget(key: DraftKey): void {
      triedHere.delete(storageKeyOf(key))
      remove(storageKeyOf(key))
    },
  }
}

/** The topic that the form of a ticket offers first. */
const firstTopic = 'schedule'

function storageKeyOf({ userId, about }: DraftKey): string {
  return `${draftPrefix}${userId}_${about ?? ''}`
}

/** The files of a draft as the calls take them; nothing without files. */
export function attached(files: readonly DraftFile[]): { files?: string[] } {
  return files.length === 0 ? {} : { files: files.map(({ uuid }) => uuid) }
}
