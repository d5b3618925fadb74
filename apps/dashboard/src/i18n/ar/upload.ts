export const upload = {
  choose: 'رفع صورة',
  replace: 'استبدال',
  remove: 'إزالة',
  rules: 'أو يمكن إفلاتها هنا. {{accept}}، حتى {{max}} ميغابايت.',
  percent: 'جارٍ الرفع، {{percent}}%',
  progress: 'رفع {{label}}',
  sending: 'جارٍ رفع {{name}}',
  done: 'تم الرفع',
  removed: 'تمت الإزالة',
  cancelled: 'أُلغي',
  picture: 'الصورة الحالية: {{label}}',
  elsewhere: 'لا تُعرض إلا الصور المرفوعة. يبقى هذا العنوان محفوظًا، لكن الزوار لا يرونه:',
} as const
