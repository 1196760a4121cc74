import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useTitle } from '#src/i18n/use-title.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { ErrorMessage } from '#src/ui/layouts/error-message.tsx'

export default function NotFoundPage() {
  const { t } = useLingui()
  const title = useTitle()
  return (
    <ErrorMessage
      code="404"
      title={title('404')}
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
