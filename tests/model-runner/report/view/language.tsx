import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react'
import type { Bilingual } from '#tests/model-runner/report/report-data.ts'
import { labels } from './labels.ts'

export type Language = keyof Bilingual
const Chosen = createContext<[Language, (language: Language) => void]>(['ru', () => undefined])
const remembered = 'qa-language'

export function Languages({ children }: { children: ReactNode }) {
  const [language, choose] = useState(recall)
  useLayoutEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <Chosen
      value={[
        language,
        (wanted) => {
          remember(wanted)
          choose(wanted)
        },
      ]}
    >
      {children}
    </Chosen>
  )
}

/** Everything inside is in this language. */
export function InLanguage({ language, children }: { language: Language; children: ReactNode }) {
  return <Chosen value={[language, () => undefined]}>{children}</Chosen>
}

/** Selects the text of the current language. */
export function useText(): (words: Bilingual) => string {
  const [language] = use(Chosen)
  return (words) => words[language]
}

export function useLanguage(): Language {
  return use(Chosen)[0]
}

export function LanguageSwitch() {
  const [language, choose] = use(Chosen)
  return (
    <fieldset className="switch">
      <legend className="unseen">{labels.language[language]}</legend>
      {(['ru', 'en'] as const).map((one) => (
        <button type="button" key={one} lang={one} aria-pressed={one === language} onClick={() => choose(one)}>
          {one === 'ru' ? 'Русский' : 'English'}
        </button>
      ))}
    </fieldset>
  )
}

// A page opened from disk may have no storage: it then starts in Russian.
function recall(): Language {
  try {
    return localStorage.getItem(remembered) === 'en' ? 'en' : 'ru'
  } catch {
    return 'ru'
  }
}

function remember(language: Language): void {
  try {
    localStorage.setItem(remembered, language)
  } catch {
    // The choice is then not stored.
  }
}
