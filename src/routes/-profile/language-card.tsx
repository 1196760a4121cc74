import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { locales } from '#contract/enumerations.ts'
import { languageNames } from '#src/i18n/enumeration-words.ts'
import { Card } from '#src/ui/card.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'

const route = getRouteApi('/profile')

/** The language of this device (D-29). */
export function LanguageCard() {
  const { t, i18n } = useLingui()
  const setLocale = route.useRouteContext({ select: (context) => context.setLocale })
  const chosen = locales.find((locale) => locale === i18n.locale) ?? 'ru'
  return (
    <Card level={3} title={t`Язык`}>
      <div className="flex flex-col items-start gap-sm">
        <SegmentedControl
          legend={t`Язык`}
          segments={locales.map((locale) => ({ value: locale, label: languageNames[locale], lang: locale }))}
          value={chosen}
          onChange={setLocale}
        />
        <p className="text-sm text-ink-muted">
          <Trans>Выбор запомнится на этом устройстве.</Trans>
        </p>
      </div>
    </Card>
  )
}
