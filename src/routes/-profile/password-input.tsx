import { useLingui } from '@lingui/react/macro'
import { passwordLength } from '#contract/limits.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { TextInput } from '#src/ui/text-input.tsx'

type PasswordInputProps = {
  value: string
  autoComplete: 'current-password' | 'new-password'
  isShown: boolean
  readOnly: boolean
  onType: (value: string) => void
  onShow: (isShown: boolean) => void
}

/** A password that can be looked at while it is typed. */
export function PasswordInput({ isShown, onType, onShow, ...rest }: PasswordInputProps) {
  const { t } = useLingui()
  return (
    <TextInput
      {...rest}
      type={isShown ? 'text' : 'password'}
      maxLength={passwordLength.max}
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ currentTarget: { value } }) => onType(value)}
      after={
        <IconButton
          icon={isShown ? 'eye-off' : 'eye'}
          size="small"
          label={t`Показать пароль`}
          aria-pressed={isShown}
          onClick={() => onShow(!isShown)}
        />
      }
    />
  )
}
