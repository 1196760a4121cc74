import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { locales, themes } from '#contract/enumerations.ts'
import { languageNames } from '#src/i18n/labels.ts'
import { useTheme } from '#src/routes/-query/use-theme.ts'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { Card } from '#src/ui/layout/card.tsx'

/** Language and theme of the interface, saved on this device. */
export function AppearanceCards() {
  const { t, i18n } = useLingui()
  const setLocale = useRouteContext({ from: '__root__', select: (context) => context.setLocale })
  const locale = locales.find((known) => known === i18n.locale) ?? 'ru'
  const [theme, chooseTheme] = useTheme()
  const themeNames = { system: t`Как в системе`, light: t`Светлая`, dark: t`Тёмная` }
  return (
    <>
      <Card title={t`Язык`}>
        <div className="flex flex-col gap-sm md:items-start">
          <SegmentedControl
            legend={t`Язык`}
            options={locales.map((value) => ({ value, label: languageNames[value], lang: value }))}
            value={locale}
            onChange={setLocale}
          />
          <p className="text-sm text-ink-muted">
            <Trans>Выбор запомнится на этом устройстве.</Trans>
          </p>
        </div>
      </Card>
      <Card title={t`Оформление`}>
        <div className="flex flex-col gap-sm md:items-start">
          <SegmentedControl
            legend={t`Оформление`}
            options={themes.map((value) => ({ value, label: themeNames[value] }))}
            value={theme}
            onChange={chooseTheme}
          />
          <p className="text-sm text-ink-muted">
            <Trans>Печать и документы всегда светлые. Выбор запомнится на этом устройстве.</Trans>
          </p>
        </div>
      </Card>
    </>
  )
}
