import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Locale } from '#contract/enumerations.ts'
import { html, initialsOf, type Markup } from '#server/html/markup.ts'
import { pageMessages } from '#server/html/messages.ts'
import { renderPage } from '#server/html/page-layout.ts'
import type { PageSite } from '#server/html/page-site.ts'
import { recoveryMessages } from '#server/idp/recovery/recovery-messages.ts'

type Person = { subject: string; name: string }

/**
 * Account choice for several accounts that share name and password, for example in a family. The submitted subject is
 * signed for this interaction, so that only accounts on the page can be chosen.
 */
export function createAccountChoice({ site, key }: { site: PageSite; key: string }) {
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
      const { whoSignsIn, whoSignsInHint } = pageMessages[language]
      return renderPage({
        language,
        site,
        title: whoSignsIn,
        main: html`<div class="card notice"><div class="body"><h1>${whoSignsIn}</h1><p class="intro">${whoSignsInHint}</p>
<form method="post" action="${action}"><input type="hidden" name="lang" value="${language}">
<ul class="people choice">${people.map((person) => personPart(person, signatureOf(uid, person.subject)))}</ul>
</form>
<a class="button quiet" href="${action}?lang=${language}">${recoveryMessages[language].toSignIn}</a></div></div>`,
      })
    },

    /** Null if this interaction has not offered the account. */
    subjectOf(uid: string, chosen: string): string | null {
      const [signature = '', subject = ''] = chosen.split(/ (.*)/s)
      const expected = Buffer.from(signatureOf(uid, subject))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected) ? subject : null
    },
  }
}

function personPart({ subject, name }: Person, signature: string): Markup {
  return html`<li><button class="person" name="who" value="${signature} ${subject}"><span class="avatar special" aria-hidden="true">${initialsOf(name)}</span><b lang="ru">${name}</b></button></li>`
}
