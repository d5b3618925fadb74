import type { AgentRefusal } from '../en/agent-refusals.ts'

export const agentRefusals: Readonly<Record<AgentRefusal, string>> = {
  'Only {endings} Files': 'ملفات {endings} فقط',
  'The owner of this agent is another workspace than yours.': 'هذا الوكيل ملك لمساحة عمل أخرى.',
  'Please provide a name for the agent.': 'يُرجى إدخال اسم للوكيل.',
  'Please provide your Voiceflow dialogue API key and try again.':
    'يُرجى إدخال مفتاح API للحوار من Voiceflow وإعادة المحاولة.',
  'Max chunk size must be greater than 1000': 'يجب أن يكون أقصى حجم للمقطع أكبر من 1000',
  'Enter an address that begins with https:// or http://.': 'يُرجى إدخال عنوان يبدأ بـ https://‎ أو http://‎.',
  'Please enter an address that begins with https:// or http://.': 'يُرجى إدخال عنوان يبدأ بـ https://‎ أو http://‎.',
  'The options are too large.': 'الخيارات أكبر من اللازم.',
  'The settings of the voice are too large.': 'إعدادات الصوت أكبر من اللازم.',
  'Enter a domain like example.com or *.example.com, without https:// and path.':
    'أدخل نطاقًا مثل example.com أو ‎*.example.com، من دون https://‎ ومن دون مسار.',
  'An agent has exactly one start node.': 'للوكيل عقدة بداية واحدة بالضبط.',
  'Two nodes have the same id.': 'لعقدتين المعرّف نفسه.',
  'A variable name is letters, digits and _, and does not begin with a digit.':
    'اسم المتغيّر أحرف إنجليزية وأرقام و_، ولا يبدأ برقم.',
  'Two variables have the same name.': 'لمتغيّرين الاسم نفسه.',
  'A choice needs options.': 'يلزم للاختيار خيارات.',
  'Two fields have the same name.': 'لحقلين الاسم نفسه.',
  'The agent and its functions are more than 100 tools: a file holds no more.':
    'الوكيل ودواله أكثر من 100 أداة: لا يتسع الملف لأكثر.',
  'The key of an agent can’t change what Publish does when tests get worse.':
    'لا يمكن لمفتاح الوكيل تغيير ما يفعله النشر عند تراجع الاختبارات.',
  'The ID in the body is not the id in the address.': 'المعرّف في المحتوى ليس المعرّف الذي في العنوان.',
  'Not published: these protected tests are failing: {names}.': 'لم يُنشر: هذه الاختبارات المحمية تفشل: {names}.',
  'Not published: run the protected tests on this draft first: {names}.':
    'لم يُنشر: شغّل الاختبارات المحمية على هذه المسودة أولًا: {names}.',
  'No operation was found in this text.': 'لم تُعثر على أي عملية في هذا النص.',
  'This text takes too much to read. Try a smaller part of it.': 'قراءة هذا النص مكلفة جدًا. جرّب جزءًا أصغر منه.',
  'There is already a tool called «{name}».': 'توجد أداة باسم «{name}» بالفعل.',
  'A workspace has at most {max} tools. Delete one first.': 'لمساحة العمل {max} أداة كحد أقصى. احذف واحدة أولًا.',
  'This address lies inside the network of this installation, or on a port that is not open to tools. Its operator can allow it with OUTBOUND_ALLOW.':
    'يقع هذا العنوان داخل شبكة هذا التثبيت، أو على منفذ غير متاح للأدوات. يمكن لمشغّله السماح به عبر OUTBOUND_ALLOW.',
  'A workspace has at most {max} secrets. Delete one first.': 'لمساحة العمل {max} سرًّا كحد أقصى. احذف واحدًا أولًا.',
  'A workspace has at most {max} themes of its own. Delete one first.':
    'لمساحة العمل {max} سمة خاصة كحد أقصى. احذف واحدة أولًا.',
  'There is already a theme called «{name}».': 'توجد سمة باسم «{name}» بالفعل.',
  'This can no longer be restored. Deleted items are kept for one hour.':
    'لم يعد بالإمكان استعادة هذا. تُحفظ العناصر المحذوفة لساعة واحدة.',
  'This page was added again meanwhile. Delete it first to restore the old one.':
    'أُضيفت هذه الصفحة مجددًا في هذه الأثناء. احذفها أولًا لاستعادة القديمة.',
  'A test with this ID was added meanwhile. Delete it first.': 'أُضيف اختبار بهذا المعرّف في هذه الأثناء. احذفه أولًا.',
  'A colour is six hex digits, like #12ab34.': 'يتكون اللون من ستة أرقام سداسية عشرية، مثل ‎#12ab34.',
  'Upload the file again: it could not be read.': 'ارفع الملف مجددًا: تعذّرت قراءته.',
  'The file is empty.': 'الملف فارغ.',
  'A workspace can upload {max} documents in 24 hours. Try again later.':
    'يمكن لمساحة العمل رفع {max} مستندًا خلال 24 ساعة. حاول لاحقًا.',
  'This is not the address of a web page.': 'هذا ليس عنوان صفحة ويب.',
  'A document has at most 20 tags of at most 50 characters each.':
    'للمستند 20 وسمًا كحد أقصى، كل منها 50 حرفًا على الأكثر.',
  'The document has no such chunk.': 'لا يوجد في المستند مقطع كهذا.',
  'The document would be longer than one document can be.': 'سيصبح المستند أطول مما يمكن أن يكون عليه مستند واحد.',
  'The document changed meanwhile. Look at it again.': 'تغيّر المستند في هذه الأثناء. راجعه مجددًا.',
  'Nothing would be left. Delete the document instead.': 'لن يبقى شيء. احذف المستند بدلًا من ذلك.',
  'An agent can hold {max} documents.': 'يمكن أن يضم الوكيل {max} مستندًا.',
  'Only pages added by their address are read again by themselves.':
    'لا تُقرأ من جديد تلقائيًا إلا الصفحات المضافة بعنوانها.',
  'The crawler reads this page again: change its job instead.': 'يقرأ الزاحف هذه الصفحة من جديد: غيّر مهمته بدلًا من ذلك.',
  'An agent has at most {max} golden questions.': 'للوكيل {max} سؤالًا مرجعيًا كحد أقصى.',
  'There are no golden questions to ask.': 'لا توجد أسئلة مرجعية لطرحها.',
  'This question is answered already.': 'أُجيب عن هذا السؤال بالفعل.',
  'A workspace has at most {max} webhook endpoints. Delete one first.':
    'لمساحة العمل {max} من نقاط نهاية الويب هوك كحد أقصى. يلزم أولًا حذف واحدة.',
  'The endpoint is disabled. Enable it first.': 'نقطة النهاية معطّلة. يلزم أولًا تفعيلها.',
  'The endpoint of this delivery was deleted.': 'حُذفت نقطة نهاية عملية التسليم هذه.',
  'Enter the URL of the endpoint.': 'يُرجى إدخال عنوان URL لنقطة النهاية.',
  'Save an endpoint first.': 'يلزم أولًا حفظ نقطة نهاية.',
  'The endpoint answered that it wants no more events. Save it again to go on.':
    'أجابت نقطة النهاية بأنها لا تريد مزيدًا من الأحداث. احفظها مجددًا للمتابعة.',
  'This address can’t be used: it must be reachable on the public internet.':
    'لا يمكن استخدام هذا العنوان: يجب أن يكون متاحًا على الإنترنت العام.',
  'There are no tests to run.': 'لا توجد اختبارات لتشغيلها.',
  'The tests of this agent are already running.': 'اختبارات هذا الوكيل قيد التشغيل بالفعل.',
  'A test run of this agent is paused. Continue it or stop it first.':
    'تشغيل اختبار لهذا الوكيل متوقف مؤقتًا. تابعه أو أوقفه أولًا.',
  'An agent has at most {max} tests.': 'للوكيل {max} اختبارًا كحد أقصى.',
  'The visitor said nothing in this conversation.': 'لم يقل الزائر شيئًا في هذه المحادثة.',
  'One of the agents does not exist.': 'أحد الوكلاء غير موجود.',
  '“{address}” is not the address of a page.': '«{address}» ليس عنوان صفحة.',
  '“{address}” does not lead to a page on the public internet.': '«{address}» لا يؤدي إلى صفحة على الإنترنت العام.',
  'A workspace has at most {max} jobs. Delete one that is not needed any more.':
    'لمساحة العمل {max} مهمة كحد أقصى. احذف مهمة لم تعد لازمة.',
  'This job is running already.': 'هذه المهمة قيد التشغيل بالفعل.',
  'The agents of this job were deleted. Choose others before it runs again.':
    'حُذف وكلاء هذه المهمة. اختر غيرهم قبل تشغيلها مجددًا.',
  'This agent takes no attachments.': 'لا يقبل هذا الوكيل المرفقات.',
  'This agent takes no voice notes.': 'لا يقبل هذا الوكيل الرسائل الصوتية.',
  'The latest answer does not ask for a file.': 'لا تطلب الإجابة الأخيرة ملفًا.',
  'A conversation can hold {max} files.': 'يمكن أن تضم المحادثة {max} ملفًا.',
  'This chat has ended. Start a new one to go on.': 'انتهت هذه الدردشة. ابدأ دردشة جديدة للمتابعة.',
  'Write a message.': 'اكتب رسالة.',
  'Only those who may edit the agent can talk to its draft.': 'لا يمكن التحدث إلى مسودة الوكيل إلا لمن يحق له تحريره.',
  'Only those who may edit the agent can debug a conversation.':
    'لا يمكن تصحيح أخطاء المحادثة إلا لمن يحق له تحرير الوكيل.',
  'Upload the attachments first.': 'ارفع المرفقات أولًا.',
  'These attachments were sent before. Upload them again.': 'أُرسلت هذه المرفقات من قبل. ارفعها مجددًا.',
  'There is no such button.': 'لا يوجد زر كهذا.',
  'Fill in the form.': 'املأ النموذج.',
  'The period ends before it begins.': 'تنتهي الفترة قبل أن تبدأ.',
  'A period lies between {from} and {to}.': 'تقع الفترة بين {from} و{to}.',
  'A period has at most {max} days.': 'للفترة {max} يومًا كحد أقصى.',
  'No key is configured for the model {model}. Add one under Credentials, or choose another model.':
    'لا يوجد مفتاح مُعدّ للنموذج {model}. أضف مفتاحًا ضمن بيانات الاعتماد، أو اختر نموذجًا آخر.',
  'A tool name is letters, digits, _ and -, at most 64, and begins with a letter.':
    'يتكون اسم الأداة من حروف وأرقام و_ و-، 64 على الأكثر، ويبدأ بحرف.',
  'Two tools have the same id.': 'لأداتين المعرّف نفسه.',
  'Two tools have the same name.': 'لأداتين الاسم نفسه.',
  'Two MCP servers have the same id.': 'لخادمي MCP المعرّف نفسه.',
  'An agent id is 16 letters and digits.': 'يتكون معرّف الوكيل من 16 حرفًا ورقمًا.',
  'Enter a time since 1970.': 'أدخل وقتًا منذ عام 1970.',
  'Too small: expected {kind} to have >={min} {units}': 'أقصر من اللازم: {min} على الأقل',
  'Too big: expected {kind} to have <={max} {units}': 'أطول من اللازم: {max} على الأكثر',
  'Too small: expected {kind} to be >={min}': 'أصغر من اللازم: {min} على الأقل',
  'Too big: expected {kind} to be <={max}': 'أكبر من اللازم: {max} على الأكثر',
  'Invalid input: expected {kind}, received {other}': 'مُدخل غير صالح',
  'Invalid option: expected one of {options}': 'غير صالح: المسموح به {options}',
  'Invalid input': 'مُدخل غير صالح',
  'Invalid URL': 'عنوان URL غير صالح',
  'Invalid email address': 'عنوان بريد إلكتروني غير صالح',
  'Invalid ISO datetime': 'تاريخ غير صالح',
  'Invalid ISO date': 'تاريخ غير صالح',
  'Add an API key for the agent’s model first. The demo model does not write prompts.':
    'أضف أولًا مفتاح API لنموذج الوكيل. النموذج التجريبي لا يكتب التوجيهات.',
  'The provider refused the request. Check the API key and the model’s name under Credentials.':
    'رفض المزوّد الطلب. تحقق من مفتاح API واسم النموذج في بيانات الاعتماد.',
  'The provider has too many requests, or the key has no credit left. Try again later, or check your account there.':
    'لدى المزوّد طلبات كثيرة جدًّا، أو نفد رصيد المفتاح. حاول لاحقًا أو تحقق من حسابك هناك.',
  'The model did not answer in time. Try again.': 'لم يُجب النموذج في الوقت المناسب. حاول من جديد.',
  'The model gave no usable text. Try again, or choose another model.':
    'لم يقدّم النموذج نصًّا صالحًا. حاول من جديد أو اختر نموذجًا آخر.',
}
