import type { Label } from '../en/labels.ts'

export const labels: Readonly<Record<Label, string>> = {
  'Customer Support': 'دعم العملاء',
  'Answers from your knowledge, solves problems step by step and hands hard cases to a person.':
    'يجيب من معرفتك، ويحل المشكلات خطوة بخطوة، ويحوّل الحالات الصعبة إلى شخص.',
  'Real Estate Agent': 'وكيل عقاري',
  'Learns what people look for, suggests matching properties and arranges viewings.':
    'يعرف ما يبحث عنه الناس، ويقترح عقارات مناسبة، ويرتب المعاينات.',
  'Health Care Agent': 'وكيل الرعاية الصحية',
  'The front desk of a practice: information, appointment requests and call backs, no medical advice.':
    'مكتب استقبال عيادة: معلومات وطلبات مواعيد ومعاودة اتصال، دون نصائح طبية.',
  'Confirm Email': 'تأكيد البريد الإلكتروني',
  'Asks for an e-mail address, checks it, repeats it back and takes corrections.':
    'يطلب عنوان بريد إلكتروني ويتحقق منه ويكرره ويقبل التصحيحات.',
  'Make Appointment': 'حجز موعد',
  'Collects name, date, time and e-mail, and has them confirmed before passing them on.':
    'يجمع الاسم والتاريخ والوقت والبريد، ويؤكدها قبل تمريرها.',
  'Blank Template': 'قالب فارغ',
  'One start step and a short prompt: build your own from here.': 'خطوة بداية وموجّه قصير: ابنِ وكيلك من هنا.',
  'Game NPC': 'شخصية لعبة (NPC)',
  'An innkeeper with moods, rumours and a secret: a character for games and stories.':
    'صاحب نُزل بمزاجه وإشاعاته وسرّ يخفيه: شخصية للألعاب والقصص.',
  'Europe (Frankfurt)': 'أوروبا (فرانكفورت)',
  'North America (Virginia)': 'أمريكا الشمالية (فرجينيا)',
  'Workspace key': 'مفتاح مساحة العمل',
  'Agency key': 'مفتاح الوكالة',
  'Agent key': 'مفتاح الوكيل',
  'The CSS is longer than 50,000 characters.': 'يتجاوز CSS ‏50,000 حرف.',
  'Brackets stand more than {max} deep within each other.': 'الأقواس متداخلة بأكثر من {max} مستوى.',
  'This can’t be read: {message}.': 'تعذّرت قراءة هذا: {message}.',
  'The CSS holds the end of an HTML element.': 'يحتوي CSS على نهاية عنصر HTML.',
  'This can’t stand here.': 'لا يمكن أن يكون هذا هنا.',
  'Rules stand at most {max} deep within each other.': 'تتداخل القواعد {max} مستويات على الأكثر.',
  '@{name} is not used here.': '‏@{name} لا يُستخدم هنا.',
  'There are more than {selectors} selectors or {declarations} declarations: the rest goes.':
    'يوجد أكثر من {selectors} محدِّد أو {declarations} تصريح: يُحذف الباقي.',
  'A step is from, to or a percentage.': 'الخطوة from أو to أو نسبة مئوية.',
  '«{property}» is no name of a property.': '‏«{property}» ليس اسم خاصية.',
  '{name} is not used here: it can run scripts.': '‏{name} لا يُستخدم هنا: يمكنه تشغيل سكربتات.',
  '!{word} means nothing; !important does.': 'لا معنى لـ ‎!{word}؛ بل لـ ‎!important.',
  'This value can’t be read.': 'تعذّرت قراءة هذه القيمة.',
  'z-index is a whole number up to {max} here: nothing may lie over consent and branding.':
    '‏z-index هنا عدد صحيح حتى {max}: لا يجوز أن يغطي شيء الموافقة والعلامة.',
  '«{property}» is a property we do not know. Is it spelled right?':
    'الخاصية «{property}» غير معروفة لدينا. هل كُتبت صحيحة؟',
  '«{value}» is no value of {name} that we know.': '‏«{value}» ليست قيمة نعرفها لـ {name}.',
  'A selector begins with what it names.': 'يبدأ المحدِّد بما يسميه.',
  'What stands beside the chat can’t be changed, only what is in it.':
    'لا يمكن تغيير ما بجانب الدردشة، بل ما بداخلها فقط.',
  'A selector has at most {max} characters.': 'للمحدِّد {max} حرفًا كحد أقصى.',
  'A bracket is not closed.': 'قوس غير مغلق.',
  'Escapes with \\ work inside quotes only.': 'لا يعمل التهريب بـ \\ إلا داخل علامات الاقتباس.',
  '{name}() is not used here: only functions that can’t fetch anything are.':
    '‏{name}() لا يُستخدم هنا: بل الدوال التي لا تجلب شيئًا فقط.',
  'Only pictures uploaded here (/media/…) and data:image (PNG, JPEG, GIF, WebP, AVIF) can be loaded, so that visitors are not tracked.':
    'لا تُحمَّل إلا الصور المرفوعة هنا (‎/media/…‎) وdata:image ‏(PNG وJPEG وGIF وWebP وAVIF)، كي لا يُتعقَّب الزوار.',
  'This is required.': 'هذا مطلوب.',
  'Enter a valid e-mail address.': 'يُرجى إدخال بريد إلكتروني صالح.',
  'Enter a valid web address.': 'يُرجى إدخال عنوان ويب صالح.',
  'Enter a valid phone number.': 'يُرجى إدخال رقم هاتف صالح.',
  'Enter a number.': 'يُرجى إدخال رقم.',
  'Enter {limit} or more.': 'أدخل {limit} أو أكثر.',
  'Enter {limit} or less.': 'أدخل {limit} أو أقل.',
  'Enter at least {limit} characters.': 'أدخل {limit} أحرف على الأقل.',
  'Enter at most {limit} characters.': 'أدخل {limit} حرفًا على الأكثر.',
  'Enter a valid date.': 'يُرجى إدخال تاريخ صالح.',
  'Enter a valid time.': 'يُرجى إدخال وقت صالح.',
  'Choose one of the options.': 'يُرجى اختيار أحد الخيارات.',
  'Upload a file.': 'يُرجى رفع ملف.',
  'Monthly free credits': 'الرصيد الشهري المجاني',
  'Knowledge: {name}': 'المعرفة: {name}',
  'Crawler: {name}': 'الزاحف: {name}',
  'Page: {name}': 'صفحة: {name}',
  'Comparison of passages': 'مقارنة مقاطع',
  'Interrupted answer': 'رد متوقف',
  'Granted by the operator': 'منح من المشغّل',
  'Visitor {code}': 'زائر {code}',
  'Suggestions for an agent': 'اقتراحات لوكيل',
  'Improvement of a prompt': 'تحسين توجيه',
}
