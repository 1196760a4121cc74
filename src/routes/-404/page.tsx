import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { routeTitles } from '#src/i18n/route-titles.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { ErrorMessage } from '#src/ui/layouts/error-message.tsx'

export default function NotFoundPage() {
  const { t, i18n } = useLingui()
  return (
    <ErrorMessage
      code="404"
      title={i18n._(routeTitles['404'])}
      actions={
        <Link to="/" className={buttonClasses({ variant: 'primary' })}>
          {t`На главную`}
        </Link>
      }
    >
      <p>{t`Возможно, адрес набран с ошибкой или страницу перенесли.`}</p>
    </ErrorMessage>
  )
}
