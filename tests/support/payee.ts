/** Requisites of a school that is no demo, as its operator sets them; nobody has these numbers. */
export const payeeVariables = {
  PAYEE_NAME: 'ООО «Школа Примера»',
  PAYEE_INN: '7799999010',
  PAYEE_KPP: '779901001',
  PAYEE_ACCOUNT: '40703810300000000135',
  PAYEE_BANK: 'АО «Банк Примера»',
  PAYEE_BIC: '044525999',
  PAYEE_CORRESPONDENT_ACCOUNT: '30101810845250000999',
  PAYEE_SIGNATORY: 'Примеров Пример Примерович',
}

/** How an operator's server reaches people; at these nobody listens. */
export const deliveryVariables = { SMTP_URL: 'smtp://localhost:9', SMS_GATEWAY_URL: 'http://localhost:9/sms' }
