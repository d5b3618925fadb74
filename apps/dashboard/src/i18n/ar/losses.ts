import type { Loss } from '../en/losses.ts'

export const losses: Readonly<Record<Loss, string>> = {
  'The picture is sent as a link.': 'تُرسل الصورة رابطًا.',
  'Of the picture only its description is said.': 'لا يُقال من الصورة إلا وصفها.',
  'Tables are shown as plain text.': 'تُعرض الجداول نصًا عاديًا.',
  'Formatting and addresses are not said.': 'لا يُقال التنسيق ولا العناوين.',
  'Formatting is left out.': 'يُترك التنسيق.',
  'The text is sent as {count} messages.': 'يُرسل النص في {count} رسائل.',
  'Buttons that open an address become links in the text.': 'تصبح الأزرار التي تفتح عنوانًا روابط في النص.',
  'The options become a numbered list.': 'تصبح الخيارات قائمة مرقّمة.',
  'Only {max} options fit: they become a numbered list.': 'لا تتسع إلا {max} خيارات: تصبح قائمة مرقّمة.',
  'Only {max} buttons fit: the options become a list to open.': 'لا تتسع إلا {max} أزرار: تصبح الخيارات قائمة تُفتح.',
  'Labels of more than {max} characters are shortened; the full ones stand above.':
    'تُختصر التسميات الأطول من {max} حرف؛ والكاملة في الأعلى.',
  'Addresses are not said.': 'لا تُقال العناوين.',
  'Only the first {max} of {count} options are said at first.': 'تُقال أولًا {max} من {count} من الخيارات فقط.',
  'The options are said instead of shown.': 'تُقال الخيارات بدلًا من عرضها.',
  'The card becomes text.': 'تصبح البطاقة نصًا.',
  'The card is sent in parts: it holds less text or fewer buttons here.':
    'تُرسل البطاقة على أجزاء: تتسع هنا لنص أقل أو أزرار أقل.',
  'Only the names of the cards are said.': 'تُقال أسماء البطاقات فقط.',
  'The cards become a numbered list.': 'تصبح البطاقات قائمة مرقّمة.',
  'Cards side by side must have a picture and the same kinds of buttons: they stand below each other.':
    'يجب أن يكون للبطاقات المتجاورة صورة وأنواع الأزرار نفسها: توضع بعضها تحت بعض.',
  'The cards stand below each other.': 'توضع البطاقات بعضها تحت بعض.',
  'The page is not shown; only its title is said.': 'لا تُعرض الصفحة؛ يُقال عنوانها فقط.',
  'The page becomes a link.': 'تصبح الصفحة رابطًا.',
  'The form is asked one question after the other.': 'يُطرح النموذج سؤالًا بعد سؤال.',
  'The field becomes a question.': 'يصبح الحقل سؤالًا.',
  'A password would be typed in the open.': 'ستُكتب كلمة المرور مكشوفة.',
  'Visitors can’t send a file here.': 'لا يمكن للزوار إرسال ملف هنا.',
  'The file is not sent; only its name is said.': 'لا يُرسل الملف؛ يُقال اسمه فقط.',
  'The file becomes a link.': 'يصبح الملف رابطًا.',
  'Only the first {max} of {count} items are shown.': 'تُعرض أول {max} من {count} من العناصر فقط.',
  'Only the first {max} of {count} steps are read.': 'تُقرأ أول {max} من {count} من الخطوات فقط.',
  'only the first {max} characters of the text are shown.': 'تُعرض أول {max} حرف من النص فقط.',
  'only the first {max} of {count} buttons are shown.': 'تُعرض أول {max} من {count} من الأزرار فقط.',
  'only the first 10 of {count} cards are shown.': 'تُعرض أول 10 من {count} من البطاقات فقط.',
  '{count} items more than a message can hold are left out.': 'يُترك {count} من العناصر الزائدة على ما تتسع له الرسالة.',
  'Voiceflow would speak again after a silence; visitors are not reminded here.':
    'كان Voiceflow سيتحدث مجددًا بعد صمت؛ لا يُذكَّر الزوار هنا.',
  'nothing leads on from «{name}»': 'لا شيء يقود إلى ما بعد «{name}»',
  'the address {address} is neither of the agent, nor of a tool, nor of a passage; it is left out.':
    'العنوان {address} ليس من الوكيل ولا من أداة ولا من مقطع؛ يُترك.',
}
