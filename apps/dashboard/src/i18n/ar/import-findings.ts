import type { ImportFinding } from '../en/import-findings.ts'

export const importFindings: Readonly<Record<ImportFinding, string>> = {
  'The file': 'الملف',
  'And {count} more of the kind.': 'و{count} أخرى من هذا النوع.',
  'There is no file.': 'لا يوجد ملف.',
  'The file is not valid JSON.': 'الملف ليس JSON صالحًا.',
  'The file is not JSON.': 'الملف ليس JSON.',
  'The file is larger than 5 MB.': 'الملف أكبر من 5 ميغابايت.',
  'The file is too complex: it holds more than 200,000 values.': 'الملف معقّد جدًا: يضم أكثر من 200,000 قيمة.',
  'The file holds a number that JSON does not know.': 'يحتوي الملف على رقم لا يعرفه JSON.',
  'A text in the file holds characters that are not valid Unicode text.':
    'يحتوي نص في الملف على أحرف ليست Unicode صالحًا.',
  'The file refers to itself in a circle.': 'يشير الملف إلى نفسه في حلقة.',
  'The file is nested too deeply.': 'الملف متداخل بعمق مفرط.',
  'An object in the file has more than 10,000 entries.': 'يضم أحد الكائنات في الملف أكثر من 10,000 مُدخل.',
  'The key {key} is not allowed in the file.': 'المفتاح {key} غير مسموح به في الملف.',
  'The file could not be read. It is damaged, or not an export of an agent.':
    'تعذّرت قراءة الملف. هو تالف، أو ليس تصديرًا لوكيل.',
  'The file is neither an agent that was exported here, nor an export of Typebot or of Flowise.':
    'الملف ليس وكيلًا صُدّر من هنا، ولا تصديرًا من Typebot أو Flowise.',
  'An edge leads to a step that is not in the file.': 'يقود انتقال إلى خطوة ليست في الملف.',
  'The file does not make a valid agent. {field}: {reason}': 'لا يُنتج الملف وكيلًا صالحًا. {field}: {reason}',
  'The file is not an agent that was exported here.': 'الملف ليس وكيلًا صُدّر من هنا.',
  'The file is of version {version} of the format. Here version {known} can be read.':
    'الملف من الإصدار {version} للصيغة. يُقرأ هنا الإصدار {known}.',
  'The file holds no configuration.': 'لا يحتوي الملف على إعدادات.',
  'The file is not a valid agent. {reason}': 'الملف ليس وكيلًا صالحًا. {reason}',
  'A file carries no secrets. Enter it again.': 'لا يحمل الملف أسرارًا. أدخله مجددًا.',
  'This field is not known here.': 'هذا الحقل غير معروف هنا.',
  'Functions of another workspace are not in the file. Add them to the agent again.':
    'دوال مساحة عمل أخرى ليست في الملف. أضفها إلى الوكيل مجددًا.',
  'The agent uses this secret: it must be there under Credentials.':
    'يستخدم الوكيل هذا السر: يجب أن يكون ضمن بيانات الاعتماد.',
  'The header {name} has no value in the file.': 'الترويسة {name} بلا قيمة في الملف.',
  'The picture stays where the agent comes from. Upload it again.': 'تبقى الصورة حيث كان الوكيل. ارفعها مجددًا.',
  'Round picture': 'صورة دائرية',
  'Header picture': 'صورة الترويسة',
  'Background picture': 'صورة الخلفية',
  "The file has more than {max} steps: an agent can't have so many.":
    'في الملف أكثر من {max} خطوة: لا يمكن أن يكون للوكيل هذا العدد.',
  'The file has more than {max} variables: an agent can’t have so many.':
    'في الملف أكثر من {max} متغيّر: لا يمكن أن يكون للوكيل هذا العدد.',
  'The file has more than {max} {thing}s: an agent can’t have so many.':
    'في الملف أكثر من {max} عنصر من نوع واحد: لا يمكن أن يكون للوكيل هذا العدد.',
  'A text of {length} characters is cut to {max}.': 'يُقصّر نص من {length} حرف إلى {max}.',
  'Only the first of several branches that run at once is kept.': 'من عدة فروع تعمل معًا يبقى الأول فقط.',
  'A node inside an iteration can’t be carried over.': 'لا يمكن نقل عقدة داخل تكرار.',
  'Its JavaScript can’t be run.': 'لا يمكن تشغيل JavaScript الخاص بها.',
  'Another flow can’t be run: import it as an agent of its own.': 'لا يمكن تشغيل تدفق آخر: استورده وكيلًا مستقلًا.',
  'Steps can’t be repeated for every entry of a list.': 'لا يمكن تكرار الخطوات لكل عنصر في قائمة.',
  'There is no step like {name}.': 'لا توجد خطوة مثل {name}.',
  'The next step follows when the visitor has written again, not at once.':
    'تأتي الخطوة التالية بعد أن يكتب الزائر مجددًا، لا فورًا.',
  'Tools are called without asking a person first.': 'تُستدعى الأدوات دون سؤال شخص أولًا.',
  'The documents of «{name}» are not in the file. Add them to the knowledge base.':
    'مستندات «{name}» ليست في الملف. أضفها إلى قاعدة المعرفة.',
  'The structured output: the step answers in words.': 'المخرجات المنظّمة: تجيب الخطوة بالكلمات.',
  'The state {name} is not updated: values are not computed between steps.':
    'لا تُحدَّث الحالة {name}: لا تُحسب القيم بين الخطوات.',
  'Built-in tools of the provider.': 'أدوات المزوّد المدمجة.',
  'A comparison that is not about a variable is decided by the model, by its words.':
    'المقارنة التي لا تتعلق بمتغيّر يقررها النموذج من كلماتها.',
  'The question is fixed: it is not written by a model.': 'السؤال ثابت: لا يكتبه نموذج.',
  'The visitor is asked: nobody else can be.': 'يُسأل الزائر: لا يمكن سؤال غيره.',
  'Every step that speaks searches the knowledge base by itself.': 'كل خطوة متحدثة تبحث في قاعدة المعرفة بنفسها.',
  'How often it loops is bounded by the limits of a turn.': 'عدد مرات التكرار محدود بحدود الدور.',
  'The chatflow has no chain and no agent that answers.': 'ليس في الـ Chatflow سلسلة أو وكيل يجيب.',
  'The knowledge base is searched without a tool.': 'يُبحث في قاعدة المعرفة من دون أداة.',
  'Only the last part of the chain answers. The prompt of this one is kept as a note.':
    'يجيب الجزء الأخير من السلسلة فقط. يُحفظ موجّه هذا الجزء ملاحظةً.',
  'Conversations are remembered without it.': 'تُحفظ المحادثات من دونه.',
  'Its documents are not in the file. Add them to the knowledge base.':
    'مستنداته ليست في الملف. أضفها إلى قاعدة المعرفة.',
  'There is no part like {name}.': 'لا يوجد جزء مثل {name}.',
  'The flow is begun by a visitor, not by a webhook.': 'يبدأ التدفقَ زائرٌ لا Webhook.',
  '{{name}} is a Variable of Flowise: give it a value here.': '‏{{name}} متغيّر من Flowise: أعطه قيمة هنا.',
  'The placeholder {{{name}}} is told in words.': 'يُقال العنصر النائب {{{name}}} بالكلمات.',
  'The model {model} answers where a key for it is there.': 'يجيب النموذج {model} حيث يوجد مفتاح له.',
  'The model {model} of {provider} is replaced by the agent’s own.':
    'يُستبدل النموذج {model} من {provider} بنموذج الوكيل.',
  'The tool {name} does not exist here. A tool that calls an API can take its place.':
    'الأداة {name} غير موجودة هنا. يمكن أن تحل محلها أداة تستدعي واجهة API.',
  'A raw body can’t be sent, only JSON.': 'لا يمكن إرسال محتوى خام، بل JSON فقط.',
  'The form is sent as JSON.': 'يُرسل النموذج بصيغة JSON.',
  'The credential is not in the file. Add it to the tool.': 'بيانات الاعتماد ليست في الملف. أضفها إلى الأداة.',
  'The file has no nodes: it is not a Flowise export.': 'لا عقد في الملف: ليس تصديرًا من Flowise.',
  'The flow has more than {max} nodes or edges.': 'في التدفق أكثر من {max} عقدة أو انتقال.',
  'No node of the file says what kind of Flowise node it is.': 'لا تذكر أي عقدة في الملف نوعها في Flowise.',
  "Requests with the method {method} can't be made.": 'لا يمكن إجراء طلبات بالطريقة {method}.',
  'The address of the request has more than {max} characters.': 'عنوان الطلب أطول من {max} حرف.',
  'The address of the request is missing, or depends on a variable in its host.':
    'عنوان الطلب مفقود، أو يعتمد مضيفه على متغيّر.',
  'The body is sent as JSON and not as {type}.': 'يُرسل المحتوى بصيغة JSON لا {type}.',
  'The header {key} holds a fixed value. Keep it under Credentials and name it in the tool.':
    'تحمل الترويسة {key} قيمة ثابتة. احفظها ضمن بيانات الاعتماد وسمّها في الأداة.',
  'The field {key} is too long and left out.': 'الحقل {key} أطول من اللازم وتُرك.',
  'Fields after the {max}th are left out.': 'تُترك الحقول بعد الحقل {max}.',
  'The bubble has no address.': 'ليس للفقاعة عنوان.',
  'Shown as a link: it can’t be shown in the chat.': 'يُعرض رابطًا: لا يمكن عرضه في الدردشة.',
  'Left out: the agent says its answer itself.': 'تُرك: يقول الوكيل إجابته بنفسه.',
  'Payments can’t be taken in the chat.': 'لا يمكن تحصيل المدفوعات في الدردشة.',
  'Only one date is asked for, not a range.': 'يُطلب تاريخ واحد فقط لا نطاق.',
  'The date is asked for without a time.': 'يُطلب التاريخ من دون وقت.',
  'The earliest and the latest date are not checked.': 'لا يُتحقَّق من أبكر تاريخ وآخر تاريخ.',
  'Several answers at once are asked for in words, without buttons.': 'تُطلب عدة إجابات معًا بالكلمات من دون أزرار.',
  'This input is asked for as a text.': 'يُطلب هذا الإدخال نصًا.',
  'Buttons from a list in a variable can’t be made: the answer is asked for in words.':
    'لا يمكن إنشاء أزرار من قائمة في متغيّر: تُطلب الإجابة بالكلمات.',
  'Buttons after the {max}th are left out.': 'تُترك الأزرار بعد الزر {max}.',
  'Buttons with a display condition are always shown.': 'تُعرض الأزرار المشروطة دائمًا.',
  'The file is kept with the conversation; its limits are those of this installation.':
    'يُحفظ الملف مع المحادثة؛ حدوده هي حدود هذا التثبيت.',
  'The flow does not wait between messages.': 'لا ينتظر التدفق بين الرسائل.',
  'Scripts can’t be run.': 'لا يمكن تشغيل السكربتات.',
  'Another Typebot can’t be entered: import it as an agent of its own.': 'لا يمكن دخول Typebot آخر: استورده وكيلًا مستقلًا.',
  'Google Sheets is not connected. A tool that calls an API can take its place.':
    '‏Google Sheets غير مرتبط. يمكن أن تحل محله أداة تستدعي واجهة API.',
  'Google Analytics is not connected.': '‏Google Analytics غير مرتبط.',
  'No mail is sent from a flow.': 'لا يُرسل بريد من تدفق.',
  '{app} is not connected. A tool that calls its webhook can take its place.':
    '‏{app} غير مرتبط. يمكن أن تحل محله أداة تستدعي Webhook الخاص به.',
  'Chatwoot is not connected. A hand-off step can take its place.': '‏Chatwoot غير مرتبط. يمكن أن تحل محله خطوة تحويل.',
  'Pixel is not connected.': '‏Pixel غير مرتبط.',
  'There is no step like this block.': 'لا توجد خطوة مثل هذه الكتلة.',
  'A condition without a comparison or without a way on is left out.': 'يُترك شرط بلا مقارنة أو بلا متابعة.',
  '{{name}} has this value from the start.': '‏{{name}} له هذه القيمة من البداية.',
  '{{name}} is not set: values are not computed between steps. It was: {kind} {expression}':
    '‏{{name}} لا يُعيَّن: لا تُحسب القيم بين الخطوات. كان: {kind} {expression}',
  'The address of the redirect is missing or depends on a variable.': 'عنوان إعادة التوجيه مفقود أو يعتمد على متغيّر.',
  'The page is not changed: the visitor gets a button that opens the address.':
    'لا تتغيّر الصفحة: يحصل الزائر على زر يفتح العنوان.',
  'The group to jump to is not in the file.': 'المجموعة المطلوب الانتقال إليها ليست في الملف.',
  'Visitors are not divided: all take the way A.': 'لا يُقسَّم الزوار: يسلك الجميع الطريق A.',
  'Only a body that is a JSON object can be carried over.': 'لا يُنقل إلا محتوى هو كائن JSON.',
  'The value {path} of the answer is not kept.': 'لا تُحفظ القيمة {path} من الإجابة.',
  '«{task}» can’t be done here.': 'لا يمكن تنفيذ «{task}» هنا.',
  'The agent answers with its own model instead of {model}, and goes on after the visitor’s next message.':
    'يجيب الوكيل بنموذجه بدلًا من {model}، ويتابع بعد رسالة الزائر التالية.',
  'The agent answers with its own model, and goes on after the visitor’s next message.':
    'يجيب الوكيل بنموذجه، ويتابع بعد رسالة الزائر التالية.',
  'A list of values can’t be kept in a variable.': 'لا يمكن حفظ قائمة قيم في متغيّر.',
  'Inline code {{= … =}} can’t be run.': 'لا يمكن تشغيل الكود المضمّن {{= … =}}.',
  'The variable {name} is not in the file.': 'المتغيّر {name} ليس في الملف.',
  'A comparison without a variable or an operator is left out.': 'تُترك مقارنة بلا متغيّر أو بلا عامل.',
  'A comparison with a pattern is not computed: the model decides by its words.':
    'لا تُحسب المقارنة بنمط: يقرر النموذج من كلماتها.',
  'The file has no groups: it is not a Typebot export.': 'لا مجموعات في الملف: ليس تصديرًا من Typebot.',
  'The file is of Typebot version {version}. Versions 3 to 6 can be read.':
    'الملف من إصدار Typebot ‏{version}. تُقرأ الإصدارات من 3 إلى 6.',
  'The Typebot has more than {max} groups, blocks or edges.': 'في الـ Typebot أكثر من {max} مجموعة أو كتلة أو انتقال.',
  'The Typebot has no block that could be carried over.': 'ليس في الـ Typebot كتلة يمكن نقلها.',
  'Only the start event can be carried over.': 'لا يُنقل إلا حدث البداية.',
  'Colours and fonts are set on the agent’s UI page.': 'تُضبط الألوان والخطوط في صفحة الواجهة للوكيل.',
  'Typing emulation, metadata and security are not carried over.': 'لا تُنقل محاكاة الكتابة والبيانات الوصفية والأمان.',
  'The command is too long: it may have 200,000 characters.': 'الأمر أطول من اللازم: يجوز أن يبلغ 200,000 حرف.',
  'This is not a curl command: it begins with «curl».': 'هذا ليس أمر curl: يبدأ الأمر بـ «curl».',
  'The option «{option}» was not carried over.': 'لم يُنقل الخيار «{option}».',
  'The command names no address.': 'لا يذكر الأمر عنوانًا.',
  'Only the first address was carried over.': 'نُقل العنوان الأول فقط.',
  'A tool calls addresses that begin with https:// or http:// only.':
    'لا تستدعي الأداة إلا عناوين تبدأ بـ https://‎ أو http://‎.',
  'The method «{method}» was not carried over.': 'لم تُنقل الطريقة «{method}».',
  'The header «{name}» was not carried over.': 'لم تُنقل الترويسة «{name}».',
  'Store «Basic » and the base64 of user:password as the secret {name} under Credentials.':
    'احفظ «Basic » وترميز base64 لـ user:password سرًّا باسم {name} ضمن بيانات الاعتماد.',
  'Store the value of «{key}» as the secret {name} under Credentials.':
    'احفظ قيمة «{key}» سرًّا باسم {name} ضمن بيانات الاعتماد.',
  'Data from a file was not carried over.': 'لم تُنقل بيانات من ملف.',
  'The body is neither a JSON object nor a form, so that it was not carried over.':
    'المحتوى ليس كائن JSON ولا نموذجًا، لذا لم يُنقل.',
  '{name}: fields without a usable name were left out.': '‏{name}: تُركت حقول بلا اسم صالح.',
  '{name}: only the first {max} of {count} fields were read.': '‏{name}: قُرئت أول {max} من {count} من الحقول فقط.',
  '{name} was left out: {reason}': 'تُرك {name}: {reason}',
  'it is not a valid tool.': 'ليست أداة صالحة.',
  "tools don't use this method.": 'لا تستخدم الأدوات هذه الطريقة.',
  'the document names no server with a full address for it.': 'لا يذكر المستند خادمًا بعنوان كامل لها.',
  'a body of type {types} was left out: tools send JSON or forms.':
    'تُرك محتوى من النوع {types}: ترسل الأدوات JSON أو نماذج.',
  'how to sign in by «{name}» is not described.': 'طريقة الدخول عبر «{name}» غير موصوفة.',
  'store {reason} as the secret {name} under Credentials.': 'احفظ {reason} سرًّا باسم {name} ضمن بيانات الاعتماد.',
  'the API key': 'مفتاح API',
  'the token': 'الرمز',
  'an access token (tools do not fetch one by themselves)': 'رمز وصول (لا تجلبه الأدوات بنفسها)',
  '«Basic » and the base64 of user:password': '«Basic » وترميز base64 لـ user:password',
  'signing in by «{name}» was left out.': 'تُرك الدخول عبر «{name}».',
  'the parameter «{key}» in «{place}» was left out.': 'تُرك المعامل «{key}» في «{place}».',
  "the header «{key}» was left out, because it can't be set.": 'تُركت الترويسة «{key}» لأنه لا يمكن تعيينها.',
  'This is not an OpenAPI document.': 'هذا ليس مستند OpenAPI.',
  'This is not an OpenAPI 3 document.': 'هذا ليس مستند OpenAPI 3.',
  'This is a Swagger 2.0 document. Convert it to OpenAPI 3 first, e.g. at editor.swagger.io.':
    'هذا مستند Swagger 2.0. حوّله أولًا إلى OpenAPI 3، مثلًا على editor.swagger.io.',
  'The document describes no operation that a tool could call.': 'لا يصف المستند أي عملية يمكن لأداة استدعاؤها.',
  'Only the first {max} of {count} operations were read.': 'قُرئت أول {max} من {count} من العمليات فقط.',
  'Webhooks were left out: a tool calls, it is not called.': 'تُركت Webhooks: الأداة تستدعي ولا تُستدعى.',
  'A YAML document may have 1 MB. Convert it to JSON, which may have more.':
    'يجوز أن يبلغ مستند YAML ‏1 ميغابايت. حوّله إلى JSON الذي يجوز أن يكون أكبر.',
  'This is not valid YAML or JSON: {message}': 'هذا ليس YAML أو JSON صالحًا: {message}',
  'It is not JSON.': 'ليس JSON.',
  'Its format is not {format}.': 'صيغته ليست {format}.',
}
