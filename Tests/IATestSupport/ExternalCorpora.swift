import IAText
