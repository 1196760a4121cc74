import type { Locale } from '#contract/enumerations.ts'

/** Messages of index.html, which are shown where no bundle runs: without JavaScript, and when the bundle fails to start. */
const messages: Record<Locale, { noscript: string; unfinished: string; reload: string }> = {
  ru: {
    noscript: 'Личному кабинету нужен JavaScript. Включите его в настройках браузера и обновите страницу.',
    unfinished: 'Страница загрузилась не полностью: кнопки не работают. Проверьте интернет или обновите браузер.',
    reload: 'Загрузить ещё раз',
  },
  en: {
    noscript: 'This site needs JavaScript. Turn it on in the browser settings and reload the page.',
    unfinished:
      'The page has not loaded completely: its buttons do not work. Check your connection or update your browser.',
    reload: 'Load it again',
  },
}

/**
 * Fills the placeholders of index.html with the messages in every language. Called by the build. The server puts the
 * telephone of the school at the end of each.
 */
export function fillDocumentMessages(html: string): string {
  const paragraphs = (render: (locale: string, message: (typeof messages)[Locale]) => string) =>
    Object.entries(messages)
      .map(([locale, message]) => render(locale, message))
      .join('')
  return html
    .replace(
      '<!--noscript-messages-->',
      paragraphs((locale, { noscript }) => `<p lang="${locale}">${noscript}<!--phone ${locale}--></p>`),
    )
    .replace(
      '<!--unfinished-messages-->',
      paragraphs(
        (locale, { unfinished, reload }) =>
          `<p role="alert" lang="${locale}" hidden><span>${unfinished}<!--phone ${locale}--></span><a href="">${reload}</a></p>`,
      ),
    )
}
