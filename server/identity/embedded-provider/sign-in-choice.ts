import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Locale } from '#contract/enumerations.ts'
import { framed } from './frame.ts'
import { html, type Markup } from './html.ts'
import { recoveryWords } from './recovery-words.ts'
import { words } from './words.ts'

type Person = { subject: string; name: string }

/**
 * Where a name and its password are those of several people, a family mostly, the one who signs in says who it is. What
 * the button sends is signed for this interaction, so that only who knew the password can choose, and only among these.
 */
export function createSignInChoice({ home, key }: { home: string; key: string }) {
  function signatureOf(uid: string, subject: string): string {
    return createHmac('sha256', key).update(`choice:${uid}:${subject}`).digest('base64url')
  }

  return {
    page({
      uid,
      people,
      action,
      language,
    }: {
      uid: string
      people: Person[]
      action: string
      language: Locale
    }): string {
      const { whoSignsIn, whoSignsInHint } = words[language]
      return framed({
        language,
        home,
        title: whoSignsIn,
        main: html`<div class="card notice"><div class="body"><h1>${whoSignsIn}</h1><p class="lead">${whoSignsInHint}</p>
<form method="post" action="${action}"><input type="hidden" name="lang" value="${language}">
<ul class="people choice">${people.map((person) => personPart(person, signatureOf(uid, person.subject)))}</ul>
</form>
<a class="button quiet" href="${action}?lang=${language}">${recoveryWords[language].toSignIn}</a></div></div>`,
      })
    },

    /** Null for what no page of this interaction has offered. */
    subjectOf(uid: string, chosen: string): string | null {
      const [signature = '', subject = ''] = chosen.split(/ (.*)/s)
      const expected = Buffer.from(signatureOf(uid, subject))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected) ? subject : null
    },
  }
}

function personPart({ subject, name }: Person, signature: string): Markup {
  return html`<li><button class="person" name="who" value="${signature} ${subject}"><span class="face special" aria-hidden="true">${initialsOf(name)}</span><b lang="ru">${name}</b></button></li>`
}

function initialsOf(name: string): string {
  return name
    .split(' ')
    .map((part) => part.slice(0, 1))
    .join('')
    .slice(0, 2)
}
